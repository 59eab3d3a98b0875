import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { limits } from '#contract/limits';
import { student } from '#support/contract-fixtures';
import { comment, discussionOf, question, questions } from '#support/discussion-fixtures';
import { mockApi } from '#support/mock-api';
import { mockIntersections } from '#support/mock-intersections';
import { cardOf, cards, olderButton, own, renderDiscussion, texts } from '#support/render-discussion';

it('a comment on a question of an older page is shown in its place', async () => {
  const api = await renderDiscussion(questions(2, 51));
  api.reply('readDiscussion', discussionOf(questions(1, 1)));
  await userEvent.click(await olderButton());
  expect(api.of('readDiscussion')).toMatchObject([{ query: { before: '2' } }]);
  await waitFor(() => expect(texts().at(-1)).toBe('Question 1'));
  expect(screen.queryByText('Show older questions')).toBeNull();
  api.reply('answerQuestion', discussionOf(questions(2, 51)), 201);
  const oldest = () => cards().at(-1) as HTMLElement;
  await userEvent.click(within(oldest()).getByRole('link', { name: 'Question 1' }));
  await userEvent.type(within(oldest()).getByRole('textbox', { name: 'Add a comment' }), 'Late{Enter}');
  expect(api.of('answerQuestion')).toMatchObject([{ params: { id: '1' }, body: { answer: 'Late' } }]);
  expect((await within(oldest()).findByRole('listitem')).textContent).toContain('Late');
  expect(screen.getByText('Your comment was posted.').closest('[role=status]')).toBeTruthy();
});

it('older questions that cannot be loaded say why and can be asked for again', async () => {
  const api = await renderDiscussion(questions(2, 51));
  const button = await olderButton();
  api.refuse('readDiscussion', 503, { message: 'The portal is busy.' });
  await userEvent.click(button);
  expect((await screen.findByRole('alert')).textContent).toContain('The portal is busy.');
  api.reply('readDiscussion', discussionOf([]));
  await userEvent.click(button);
  await waitFor(() => expect(screen.queryByText(/The portal is busy/)).toBeNull());
});

/** Scrolls near the end of the list, where older questions are. */
function nearTheEnd() {
  const { scrollTo } = mockIntersections();
  return () => act(async () => scrollTo(1, 100, (element) => element instanceof HTMLFormElement));
}

it('begins with a part of the newest page, and near its end loads the rest without a press', async () => {
  const api = mockApi();
  const whole = Promise.withResolvers<void>();
  api.replyWith('readDiscussion', () => whole.promise.then(() => discussionOf(questions(1, 12))));
  const scroll = nearTheEnd();
  await renderDiscussion(questions(9, 12), 4, api);
  expect(texts()).toEqual(['Question 12', 'Question 11', 'Question 10', 'Question 9']);
  expect(api.requests, 'most readers look at the newest ones').toEqual([]);
  await scroll();
  expect((await olderButton()).getAttribute('aria-disabled')).toBe('true');
  const [first] = cards();
  await act(async () => whole.resolve());
  await waitFor(() => expect(texts()).toHaveLength(12));
  expect(cards()[0], 'what is read stays the same element').toBe(first);
  expect(screen.queryByText('Show older questions')).toBeNull();
  expect(api.of('readDiscussion')).toMatchObject([{ query: { limit: String(limits.pageSize) } }]);
});

it('a list beyond the newest page offers older ones, and does not load them near its end', async () => {
  const scroll = nearTheEnd();
  const api = await renderDiscussion(questions(2, 51));
  await olderButton();
  await scroll();
  expect(api.requests).toEqual([]);
});

it('keeps what is there when the rest cannot be loaded, and the button loads it', async () => {
  const api = mockApi();
  api.cutOff('readDiscussion');
  const scroll = nearTheEnd();
  await renderDiscussion(questions(9, 12), 4, api);
  await scroll();
  expect(await screen.findByRole('alert')).toBeTruthy();
  expect(texts()).toHaveLength(4);
  await scroll();
  expect(api.of('readDiscussion'), 'it is not asked for again and again').toHaveLength(1);
  api.reply('readDiscussion', discussionOf(questions(1, 12)));
  await userEvent.click(await olderButton());
  await waitFor(() => expect(texts()).toHaveLength(12));
});

it('a shorter page than was asked for is all there is', async () => {
  const api = await renderDiscussion(questions(1, 3), 4);
  expect(screen.queryByText('Show older questions')).toBeNull();
  expect(api.requests).toEqual([]);
});

it('what was read before a change does not take it back', async () => {
  const api = mockApi();
  const stale = Promise.withResolvers<void>();
  const mine = question(4, own);
  api.replyWith('readDiscussion', () => stale.promise.then(() => discussionOf([...questions(1, 3), mine])));
  const scroll = nearTheEnd();
  await renderDiscussion([...questions(2, 3), mine], 3, api);
  await scroll();
  await waitFor(() => expect(api.of('readDiscussion')).toHaveLength(1));
  api.reply('deleteQuestion', discussionOf(questions(1, 3)));
  await userEvent.click(cardOf('Question 4').getByRole('button', { name: 'Delete' }));
  await userEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(texts()).toEqual(['Question 3', 'Question 2', 'Question 1']));
  api.reply('readDiscussion', discussionOf(questions(1, 3)));
  await act(async () => stale.resolve());
  await waitFor(() => expect(api.of('readDiscussion')).toHaveLength(2));
  expect(texts()).toEqual(['Question 3', 'Question 2', 'Question 1']);
});

it('earlier comments come page by page; a failure says so', async () => {
  const range = (first: number, last: number) =>
    Array.from({ length: last - first + 1 }, (_, i) => comment(first + i));
  const asked = question(1, { comments: range(71, 120), answers_count: 120 });
  const api = await renderDiscussion([asked]);
  const shown = () => document.querySelectorAll('article li').length;
  const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
  expect(shown()).toBe(5);
  await press('Show 115 earlier comments');
  expect(shown()).toBe(50);
  api.refuse('readComments', 503, { message: 'The portal is busy.' });
  await press('Show 70 earlier comments');
  expect((await screen.findByRole('alert')).textContent).toContain('The portal is busy.');
  const page = (first: number, last: number) => ({
    _id: '1',
    answers: range(first, last).map(({ text }) => text),
    answers_count: 120,
    comments: range(first, last),
  });
  api.reply('readComments', page(21, 70));
  await press('Show 70 earlier comments');
  await waitFor(() => expect(shown()).toBe(100));
  api.reply('readComments', page(1, 20));
  await press('Show 20 earlier comments');
  await waitFor(() => expect(shown()).toBe(120));
  expect(api.of('readComments').slice(1)).toMatchObject([
    { params: { s_id: student.s_id, id: '1' }, query: { before: '71' } },
    { query: { before: '21' } },
  ]);
  expect(screen.queryByRole('button', { name: /earlier comment/ })).toBeNull();
  expect(document.activeElement, 'the focus is at what has come').toBe(
    document.querySelector('article ul > li'),
  );
});

it('a change asks for its question alone', async () => {
  const api = await renderDiscussion(questions(1, 3));
  api.reply('answerQuestion', discussionOf([question(2, { comments: [comment(1, 'Mine')] })]), 201);
  await userEvent.click(cardOf('Question 2').getByRole('link', { name: 'Question 2' }));
  const [, card] = cards();
  await userEvent.type(
    within(card as HTMLElement).getByRole('textbox', { name: 'Add a comment' }),
    'Mine{Enter}',
  );
  await waitFor(() => expect(within(card as HTMLElement).getAllByText('Mine')).toHaveLength(1));
  expect(api.of('answerQuestion')[0]?.headers.get('Prefer')).toBe('return=minimal');
  expect(texts()).toEqual(['Question 3', 'Question 2', 'Question 1']);
});

it('a page that ended for its bytes offers the older ones', async () => {
  const api = await renderDiscussion(questions(2, 3), limits.pageSize, mockApi(), { more: true });
  api.reply('readDiscussion', discussionOf(questions(1, 1)));
  await userEvent.click(await olderButton());
  await waitFor(() => expect(texts()).toHaveLength(3));
  expect(api.of('readDiscussion')).toMatchObject([{ query: { before: '2' } }]);
});
