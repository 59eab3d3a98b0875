import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { discussionOf, question, questions } from '#support/discussion-fixtures';
import { mockApi } from '#support/mock-api';
import { cardOf, cards, olderButton, own, renderDiscussion, texts } from '#support/render-discussion';

it('a comment on a question of an older page is shown in its place', async () => {
  const api = await renderDiscussion(questions(2, 51));
  api.reply('readDiscussion', discussionOf(questions(1, 1)));
  await userEvent.click(await olderButton());
  expect(api.of('readDiscussion')).toMatchObject([{ query: { before: '2' } }]);
  await waitFor(() => expect(texts().at(-1)).toBe('Question 1'));
  expect(screen.queryByText('Show older questions')).toBeNull();
  api.reply('answerQuestion', discussionOf(questions(2, 51)), 201);
  const oldest = cards().at(-1) as HTMLElement;
  await userEvent.type(within(oldest).getByRole('textbox', { name: 'Add a comment' }), 'Late{Enter}');
  expect(api.of('answerQuestion')).toMatchObject([{ params: { id: '1' }, body: { answer: 'Late' } }]);
  expect((await within(oldest).findByRole('listitem')).textContent).toContain('Late');
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

it('begins with a part of the newest page and loads the rest by itself', async () => {
  const api = mockApi();
  const whole = Promise.withResolvers<void>();
  api.replyWith('readDiscussion', () => whole.promise.then(() => discussionOf(questions(1, 12))));
  await renderDiscussion(questions(9, 12), 4, api);
  expect(texts()).toEqual(['Question 12', 'Question 11', 'Question 10', 'Question 9']);
  expect(screen.queryByText('Show older questions'), 'what comes by itself is not offered').toBeNull();
  const [first] = cards();
  await act(async () => whole.resolve());
  await waitFor(() => expect(texts()).toHaveLength(12));
  expect(cards()[0], 'what is read stays the same element').toBe(first);
  expect(screen.queryByText('Show older questions')).toBeNull();
  expect(api.of('readDiscussion')).toHaveLength(1);
});

it('keeps what is there when the rest cannot be loaded, and the button loads it', async () => {
  const api = mockApi();
  api.cutOff('readDiscussion');
  await renderDiscussion(questions(9, 12), 4, api);
  await waitFor(() => expect(api.of('readDiscussion')).toHaveLength(1));
  expect(texts()).toHaveLength(4);
  api.reply('readDiscussion', discussionOf(questions(1, 8)));
  await userEvent.click(await olderButton());
  await waitFor(() => expect(texts()).toHaveLength(12));
  expect(api.of('readDiscussion').at(-1)?.query).toEqual({ before: '9' });
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
  await renderDiscussion([...questions(2, 3), mine], 3, api);
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
