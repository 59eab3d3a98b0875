import { renderHook, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import type { Question } from '#contract/forum/calls';
import { limits } from '#contract/limits';
import { student } from '#support/contract-fixtures';
import { comment, discussionOf, question } from '#support/discussion-fixtures';
import { mockApi } from '#support/mock-api';
import { cardOf, cards, openMenu, renderDiscussion } from '#support/render-discussion';
import { useSent } from '../../lib/outbox/use-outbox.ts';
import { rememberSession } from '../../lib/session/session.ts';
import { noteAnswered } from '../../lib/unread-questions.ts';
import { freshComments, noNews } from './news/news.ts';
import { withSentRequest, withWaitingRequests } from './news/waiting-discussion.ts';
import { aRequest } from '#support/outbox-fixtures';

beforeEach(() => {
  rememberSession(null);
  rememberSession(student);
});

const counting = (unread: number) => {
  const api = mockApi();
  api.reply('countUnread', { unread, version: 7 });
  api.reply('findSimilarQuestions', { batch: student.batch, questions: [] });
  return api;
};
const isFolded = (text: string) => cardOf(text).queryByRole('textbox', { name: 'Add a comment' }) === null;
const two: Question[] = [question(1, { unread: 2, comments: [comment(1)] }), question(2)];

it('a folded question says in words how much of it is new, and that it is muted', async () => {
  await renderDiscussion([
    question(1, { unread: 2 }),
    question(2, { unread: 100 }),
    question(3, { isMuted: true }),
    question(4),
    question(5),
  ]);
  expect(cards().map((card) => /(?<=Question \d)\d+\+? new|Muted/.exec(card.textContent ?? '')?.[0])).toEqual(
    [undefined, undefined, 'Muted', '99+ new', '2 new'],
  );
});

it('what is marked as unread folds, says so at once, and keeps the focus', async () => {
  const api = await renderDiscussion(two);
  api.reply('markUnread', { unread: 2, version: 7 });
  await userEvent.click((await openMenu('Question 2')).getByRole('button', { name: 'Mark as unread' }));
  expect(isFolded('Question 2')).toBe(true);
  expect(cardOf('Question 2').getByText('1 new')).toBeTruthy();
  expect(document.activeElement).toBe(cardOf('Question 2').getByRole('link', { name: 'Question 2' }));
  expect(screen.getByText('The question is marked as unread.')).toBeTruthy();
  await waitFor(() => expect(api.of('markUnread')).toHaveLength(1));
});

it('a muted question has nothing new and cannot be marked; unmuted it is read anew', async () => {
  const api = await renderDiscussion([question(1, { unread: 3 })]);
  api.reply('muteQuestion', { unread: 0, version: 7 });
  const card = cardOf('Question 1');
  expect(card.getByText('3 new')).toBeTruthy();
  await userEvent.click((await openMenu('Question 1')).getByRole('button', { name: 'Mute' }));
  const muted = await card.findByRole('button', { name: 'Unmute' });
  expect(card.getByText('Muted')).toBeTruthy();
  expect([card.queryByText('3 new'), card.queryByRole('button', { name: 'Mark as unread' })]).toEqual([
    null,
    null,
  ]);
  await waitFor(() => expect(api.of('muteQuestion')).toHaveLength(1));
  api.reply('unmuteQuestion', { unread: 1, version: 7 });
  api.reply('readDiscussion', discussionOf([question(1, { unread: 3 })]));
  await userEvent.click(muted);
  expect(await card.findByText('3 new')).toBeTruthy();
});

it('all is read up to what was counted; the tab’s title has the number until then', async () => {
  document.title = 'Discussion Forum';
  const api = await renderDiscussion(two, limits.pageSize, counting(1));
  const press = await screen.findByRole('button', { name: 'Mark all as read' });
  expect(press.parentElement?.textContent).toContain('1 unread');
  expect(document.title).toBe('(1) Discussion Forum');
  api.reply('readAllQuestions', { unread: 0, version: 7 });
  // As the frame of every screen does.
  renderHook(() => useSent((act, answer) => (noteAnswered(act, answer), false)));
  await userEvent.click(press);
  expect(cardOf('Question 1').queryByText('2 new')).toBeNull();
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Mark all as read' })).toBeNull());
  expect(document.title).toBe('Discussion Forum');
  await waitFor(() => expect(api.of('readAllQuestions')).toMatchObject([{ body: { version: 7 } }]));
});

it('without a number nothing is said', async () => {
  await renderDiscussion(two, limits.pageSize, counting(0));
  expect(screen.queryByText(/^\d+\+? unread/)).toBeNull();
});

it('what is told of a question is new in it, but for what is muted or the reader’s own', () => {
  const news = {
    ...noNews,
    counts: new Map([
      ['1', 3],
      ['2', 3],
      ['3', 3],
      ['4', 1],
    ]),
  };
  const shown = [
    question(1, { comments: [comment(1)] }),
    question(2, { isMuted: true }),
    question(3),
    question(4, { comments: [comment(1)] }),
  ];
  expect([...freshComments(news, shown, (id) => id === '3')]).toEqual([['1', 2]]);
});

it('what waits and what went is shown alike', () => {
  const shown = [question(1, { unread: 2 }), question(2), question(3, { isMuted: true })];
  const about = (call: 'markUnread' | 'muteQuestion' | 'unmuteQuestion', id: string) =>
    aRequest({ call, body: null, params: { s_id: student.s_id, id } });
  const all = aRequest({ call: 'readAllQuestions', body: { version: 3 }, params: { s_id: student.s_id } });
  for (const [act, unread] of [
    [about('markUnread', '1'), [2, 0, 0]],
    [about('markUnread', '2'), [2, 1, 0]],
    [about('markUnread', '3'), [2, 0, 0]],
    [about('muteQuestion', '1'), [0, 0, 0]],
    [about('unmuteQuestion', '3'), [2, 0, 0]],
    [all, [0, 0, 0]],
  ] as const) {
    const waiting = withWaitingRequests(shown, [act]);
    const sent = withSentRequest(
      { questions: shown, hasOlder: false },
      act,
      { unread: 1, version: 3 },
      student,
    );
    expect(
      waiting.map((one) => one.unread),
      act.call,
    ).toEqual(unread);
    expect(sent.questions, act.call).toEqual(waiting);
  }
});
