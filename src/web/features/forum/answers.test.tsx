import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import type { Discussion, Question } from '#contract/forum/calls';
import { limits } from '#contract/limits';
import { comment, discussionOf, question } from '#support/discussion-fixtures';
import { cardOf, own, renderDiscussion } from '#support/render-discussion';
import { announcementOf } from './comments/solution.tsx';
import { newsIn } from './news/news.ts';

const comments = [comment(1, 'First'), comment(2, 'Second'), comment(3, 'Third')];
const solved: Partial<Question> = { comments, solution: comments[1] };
const items = (card: ReturnType<typeof cardOf>) =>
  card.getAllByRole('listitem').map((item) => /First|Second|Third/.exec(item.textContent ?? '')?.[0]);
const answerOf = (card: ReturnType<typeof cardOf>) => card.queryByRole('region', { name: 'The answer' });

it('whoever asked marks the answer: it stands first, and not in the list below', async () => {
  const api = await renderDiscussion([question(1, { question: 'Why?', comments, ...own })]);
  api.reply('markAnswer', discussionOf([question(1, { question: 'Why?', ...solved, ...own })]));
  const card = cardOf('Why?');
  expect(answerOf(card)).toBeNull();
  const second = card.getAllByRole('listitem')[1] as HTMLElement;
  await userEvent.click(within(second).getByRole('button', { name: 'Mark as answer' }));
  await waitFor(() => expect(answerOf(cardOf('Why?'))?.textContent).toContain('Second'));
  expect(items(cardOf('Why?'))).toEqual(['First', 'Third']);
  await waitFor(() => expect(api.of('markAnswer')).toMatchObject([{ body: { comment: '2' } }]));
});

it('takes it back, at once and for good', async () => {
  const api = await renderDiscussion([question(1, { question: 'Why?', ...solved, ...own })]);
  api.reply('unmarkAnswer', discussionOf([question(1, { question: 'Why?', comments, ...own })]));
  await userEvent.click(cardOf('Why?').getByRole('button', { name: 'Unmark answer' }));
  await waitFor(() => expect(answerOf(cardOf('Why?'))).toBeNull());
  expect(items(cardOf('Why?'))).toEqual(['First', 'Second', 'Third']);
  await waitFor(() => expect(api.of('unmarkAnswer')).toHaveLength(1));
});

it('others see the answer and mark none; an answer among older comments is not counted twice', async () => {
  const old = comment(1, 'Old');
  await renderDiscussion([
    question(1, { question: 'Why?', comments: comments.slice(1), answers_count: 4, solution: old }),
  ]);
  const card = cardOf('Why?');
  expect(answerOf(card)?.textContent).toContain('Old');
  expect(card.queryByRole('button', { name: /answer/ })).toBeNull();
  expect(card.getByRole('button', { name: 'Show 1 earlier comment' })).toBeTruthy();
});

it.each([
  ['a solved question', solved, true],
  ['one without an answer', { comments }, false],
])('writing to %s: a warning %o', async (_, fields, warns) => {
  await renderDiscussion([question(1, fields)]);
  const box = cardOf('Question 1').getByRole('textbox', { name: 'Add a comment' });
  const warning = () => document.getElementById(box.getAttribute('aria-describedby') ?? '')?.textContent;
  expect(warning()).toBeUndefined();
  await userEvent.type(box, 'Me too');
  expect(warning()?.startsWith('This question is solved') ?? false).toBe(warns);
});

it('the list says which questions are solved', async () => {
  await renderDiscussion([
    question(1, { question: 'Why?', ...solved }),
    question(2, { question: 'How?', comments }),
    ...[3, 4].map((id) => question(id)),
  ]);
  expect(cardOf('Why?').getByText('Solved')).toBeTruthy();
  expect(cardOf('How?').queryByText('Solved')).toBeNull();
});

it('what is told of a review has an answer that was marked meanwhile', () => {
  const loaded = { questions: [question(1, { comments }), question(2)], hasOlder: false };
  const page = discussionOf([question(1, solved), question(2)]);
  expect([...newsIn(page, loaded).changed]).toEqual(['1']);
});

it('an announcement has the question and as much of the answer as it has room', () => {
  const asked = question(1, { question: 'Why?\nAnd how?' });
  expect(announcementOf(asked, comment(1, 'So. '))).toBe('Why?\n\nSo.');
  const long = announcementOf(asked, comment(1, 'word '.repeat(1_000)));
  expect(long.length).toBeLessThanOrEqual(limits.announcement);
  expect(long.endsWith('word…')).toBe(true);
});

it('a comment’s late response takes back neither the favorite nor the answer that were set meanwhile', async () => {
  const before = question(1, { question: 'Why?', comments: comments.slice(0, 1), ...own });
  const api = await renderDiscussion([before], limits.pageSize, undefined, { version: 6 });
  const late = Promise.withResolvers<Discussion>();
  api.replyWith('answerQuestion', () => late.promise, 201);
  api.reply('favoriteQuestion', undefined);
  const isFavorite = () =>
    cardOf('Why?').getByRole('button', { name: 'Favorite' }).getAttribute('aria-pressed');
  await userEvent.type(cardOf('Why?').getByRole('textbox', { name: 'Add a comment' }), 'Second');
  await userEvent.click(cardOf('Why?').getByRole('button', { name: 'Send the comment' }));
  await waitFor(() => expect(api.of('answerQuestion')).toHaveLength(1));
  await userEvent.click(cardOf('Why?').getByRole('button', { name: 'Favorite' }));
  await waitFor(() => expect(api.of('favoriteQuestion')).toHaveLength(1));
  const two = comments.slice(0, 2);
  const marked = question(1, { question: 'Why?', comments: two, solution: comments[0], ...own });
  api.reply('markAnswer', { ...discussionOf([marked]), version: 8 });
  await userEvent.click(cardOf('Why?').getAllByRole('button', { name: 'Mark as answer' })[0] as HTMLElement);
  await waitFor(() => expect(api.of('markAnswer')).toHaveLength(1));
  late.resolve({ ...discussionOf([question(1, { question: 'Why?', comments: two, ...own })]), version: 7 });
  await waitFor(() => expect(screen.queryByText(/^Sending/)).toBeNull());
  expect([isFavorite(), answerOf(cardOf('Why?'))?.textContent, items(cardOf('Why?'))]).toEqual([
    'true',
    expect.stringContaining('First'),
    ['Second'],
  ]);
});
