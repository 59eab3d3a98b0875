import { act as advance, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import type { FormerText } from '#contract/forum/calls';
import { comment, discussionOf, question } from '#support/discussion-fixtures';
import { cardOf, own, renderDiscussion, texts } from '#support/render-discussion';
import { newsIn } from './news/news.ts';

const mine = (id: number, text: string) => ({ ...comment(id, text), ...own });
const comments = [comment(1, 'First'), mine(2, 'Second'), comment(3, 'Third')];
const asked = { question: 'Why?', comments };
const item = (text: string) => {
  const found = cardOf('Why?')
    .getAllByRole('listitem')
    .find((one) => one.textContent?.includes(text));
  if (found === undefined) throw new Error(`No comment says ${text}`);
  return within(found);
};
const items = () =>
  cardOf('Why?')
    .getAllByRole('listitem')
    .map((one) => /First|Second|Third|Deleted|Edited so/.exec(one.textContent ?? '')?.[0]);
const status = (words: RegExp) => screen.getByText(words, { selector: '[role=status] *' });
const undo = () => screen.getByRole('button', { name: 'Undo' });

afterEach(() => void vi.useRealTimers());

it('only comments of the own can be edited and deleted', async () => {
  await renderDiscussion([question(1, asked)]);
  expect(item('Second').getByRole('button', { name: 'Edit' })).toBeTruthy();
  expect(
    item('First')
      .queryAllByRole('button')
      .map(({ textContent }) => textContent),
  ).toEqual(['More for this comment⋯']);
  await userEvent.click(item('First').getByRole('button'));
  expect(item('First').getByRole('button', { name: 'Report this comment' }).textContent).toBe('Report');
});

it('an edited comment says so at once; undo edits it back', async () => {
  const api = await renderDiscussion([question(1, asked)]);
  const editedAt = '2026-11-02T02:00:00.000Z';
  const edited = [comments[0], { ...mine(2, 'Edited so'), editedAt }, comments[2]] as typeof comments;
  api.reply('editComment', discussionOf([question(1, { ...asked, comments: edited })]));
  await userEvent.click(item('Second').getByRole('button', { name: 'Edit' }));
  const box = screen.getByRole('textbox', { name: 'Edit the comment' });
  expect(document.activeElement).toBe(box);
  await userEvent.clear(box);
  await userEvent.type(box, 'Edited so');
  await userEvent.click(screen.getByRole('button', { name: 'Update the comment' }));
  await waitFor(() => expect(items()).toEqual(['First', 'Edited so', 'Third']));
  expect(document.activeElement).toBe(item('Edited so').getByRole('button', { name: 'Edit' }));
  expect(status(/^Saved\./)).toBeTruthy();
  await item('Edited so').findByRole('button', { name: 'edited' });
  api.reply('editComment', discussionOf([question(1, asked)]));
  await userEvent.click(undo());
  await waitFor(() => expect(items()).toEqual(['First', 'Second', 'Third']));
  await waitFor(() =>
    expect(api.of('editComment')).toMatchObject([
      { body: { answer: 'Edited so', originalText: 'Second' } },
      { body: { answer: 'Second', originalText: 'Edited so' } },
    ]),
  );
});

it('an edit that changes nothing sends nothing; a cancelled one can be restored', async () => {
  const api = await renderDiscussion([question(1, asked)]);
  await userEvent.click(item('Second').getByRole('button', { name: 'Edit' }));
  await userEvent.click(screen.getByRole('button', { name: 'Update the comment' }));
  await userEvent.click(item('Second').getByRole('button', { name: 'Edit' }));
  await userEvent.keyboard(' More{Escape}{Escape}');
  const box = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Edit the comment' });
  expect(box().value).toBe('Second More');
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(items()).toEqual(['First', 'Second', 'Third']);
  expect(document.activeElement).toBe(item('Second').getByRole('button', { name: 'Edit' }));
  await userEvent.keyboard('{Enter}');
  await userEvent.click(screen.getByRole('button', { name: 'Restore what you typed' }));
  expect(box().value).toBe('Second More');
  expect(api.of('editComment')).toEqual([]);
});

it('what others made of a comment meanwhile stands beside the own words', async () => {
  const api = await renderDiscussion([question(1, asked)]);
  const current = { text: 'As the mentor has it', editedAt: null, author: 'Asha', format: 'markdown' };
  api.replyConflict('editComment', 'This comment was changed.', current);
  await userEvent.click(item('Second').getByRole('button', { name: 'Edit' }));
  await userEvent.keyboard(' **of mine**');
  await userEvent.click(screen.getByRole('button', { name: 'Update the comment' }));
  expect((await screen.findByRole('alert')).textContent).toContain('As the mentor has it');
  expect((await screen.findByText('of mine')).tagName, 'as the forum shows it').toBe('STRONG');
  await userEvent.click(screen.getByRole('button', { name: 'Keep the other version' }));
  await waitFor(() => expect(item('As the mentor has it')).toBeTruthy());
});

it('a deleted comment is gone for good at once; undo is in its place, with the focus, and brings it back', async () => {
  const api = await renderDiscussion([question(1, asked)]);
  const without = comments.filter(({ id }) => id !== '2');
  api.reply('deleteComment', discussionOf([question(1, { ...asked, comments: without })]));
  await userEvent.click(item('Second').getByRole('button', { name: 'Delete' }));
  expect(items()).toEqual(['First', 'Deleted', 'Third']);
  expect(document.activeElement).toBe(undo());
  expect(status(/^Deleted\./)).toBeTruthy();
  await waitFor(() => expect(api.of('deleteComment')).toHaveLength(1));
  api.reply('undoCommentDeletion', discussionOf([question(1, asked)]));
  await userEvent.click(undo());
  await waitFor(() => expect(items()).toEqual(['First', 'Second', 'Third']));
  expect(api.of('undoCommentDeletion')).toMatchObject([{ params: { id: '1', comment: '2' } }]);
  expect(cardOf('Why?').getByRole('heading', { level: 3 })).toBe(document.activeElement);
});

it('undo comes back from among older comments that no answer of the portal has', async () => {
  const api = await renderDiscussion([question(1, asked)]);
  const newest = [comments[2]] as typeof comments;
  const page = discussionOf([question(1, { ...asked, comments: newest, answers_count: 2 })]);
  api.reply('deleteComment', page);
  await userEvent.click(item('Second').getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(api.of('deleteComment')).toHaveLength(1));
  api.reply('undoCommentDeletion', page);
  await userEvent.click(undo());
  await waitFor(() => expect(items()).toContain('Second'));
});

it('after ten seconds the place is gone, and the focus is at the question', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setInterval', 'clearInterval'] });
  const api = await renderDiscussion([question(1, asked)]);
  const without = comments.filter(({ id }) => id !== '2');
  api.reply('deleteComment', discussionOf([question(1, { ...asked, comments: without })]));
  await userEvent.click(item('Second').getByRole('button', { name: 'Delete' }));
  expect(undo().textContent).toContain('(10 s)');
  await advance(() => vi.advanceTimersByTimeAsync(9_000));
  expect(undo().textContent).toContain('(1 s)');
  await advance(() => vi.advanceTimersByTimeAsync(1_000));
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  expect(items()).toEqual(['First', 'Third']);
  expect(cardOf('Why?').getByRole('heading', { level: 3 })).toBe(document.activeElement);
  expect(api.of('undoCommentDeletion')).toEqual([]);
});

it('a deletion that is refused brings the comment back, with the words', async () => {
  const api = await renderDiscussion([question(1, asked)]);
  api.refuse('deleteComment', 403, { message: 'This is not yours.' });
  await userEvent.click(item('Second').getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('This is not yours.')).toBeTruthy();
  expect(items()).toEqual(['First', 'Second', 'Third']);
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
});

it('the answer can be deleted too', async () => {
  const api = await renderDiscussion([question(1, { ...asked, solution: comments[1] })]);
  const without = comments.filter(({ id }) => id !== '2');
  api.reply('deleteComment', discussionOf([question(1, { ...asked, comments: without })]));
  const answer = within(cardOf('Why?').getByRole('region', { name: 'The answer' }));
  await userEvent.click(answer.getByRole('button', { name: 'Delete' }));
  expect(items()).toEqual(['First', 'Deleted', 'Third']);
  expect(cardOf('Why?').queryByRole('region', { name: 'The answer' })).toBeNull();
});

it('a deleted question comes back to its place', async () => {
  const api = await renderDiscussion([question(1), question(2, own), question(3)]);
  api.reply('deleteQuestion', discussionOf([]));
  await userEvent.click(cardOf('Question 2').getByRole('link', { name: 'Question 2' }));
  await userEvent.click(cardOf('Question 2').getByRole('button', { name: 'Delete' }));
  await userEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(texts()).toEqual(['Question 3', 'Question 1']));
  api.reply('undoQuestionDeletion', discussionOf([question(2, own)]));
  await userEvent.click(undo());
  await waitFor(() => expect(texts()).toEqual(['Question 3', 'Question 2', 'Question 1']));
  expect(api.of('undoQuestionDeletion')).toMatchObject([{ params: { id: '2' } }]);
});

const former = (id: number, text: string, fields: Partial<FormerText> = {}): FormerText => ({
  id: String(id),
  comment: null,
  text,
  writtenAt: '2026-11-02T00:00:00.000Z',
  replacedAt: '2026-11-02T01:00:00.000Z',
  replacedBy: null,
  format: 'plain',
  ...fields,
});

it('older versions take the focus, also the last ones', async () => {
  const api = await renderDiscussion([
    question(1, { question: 'Why so late?', editedAt: '2026-11-02T01:00:00.000Z' }),
  ]);
  api.reply('readHistory', { texts: [former(2, 'Why so?')], more: true });
  await userEvent.click(cardOf('Why so late?').getByRole('button', { name: 'edited' }));
  const more = await screen.findByRole('button', { name: 'Show older versions' });
  api.reply('readHistory', { texts: [former(1, 'Why?')] });
  await userEvent.click(more);
  const shown = within(screen.getByRole('region', { name: 'Earlier versions' }));
  await waitFor(() => expect(document.activeElement).toBe(shown.getAllByRole('listitem')[1]));
  expect(shown.queryByRole('button', { name: 'Show older versions' })).toBeNull();
});

it('"edited" opens what a post said before, and what became of it', async () => {
  const editedAt = '2026-11-02T01:00:00.000Z';
  const edited = [{ ...comment(1, 'First and last'), editedAt }];
  const api = await renderDiscussion([
    question(1, { question: 'Why so late?', comments: edited, editedAt }),
    question(2),
  ]);
  const page = {
    texts: [
      former(3, 'Why so?', { replacedBy: 'Asha Kumari' }),
      former(2, 'First', { comment: '1' }),
      former(1, 'Why?'),
    ],
  };
  api.reply('readHistory', page);
  const folded = cardOf('Why so late?').queryByRole('link', { name: 'Why so late?' });
  if (folded !== null) await userEvent.click(folded);
  const [ofQuestion, ofComment] = cardOf('Why so late?').getAllByRole('button', { name: 'edited' });
  await userEvent.click(ofQuestion as HTMLElement);
  const shown = await screen.findByRole('region', { name: 'Earlier versions' });
  await waitFor(() => expect(within(shown).getAllByRole('listitem')).toHaveLength(2));
  expect(shown.textContent).toContain('Edited by Asha Kumari');
  expect([...shown.querySelectorAll('ins')].map((one) => one.textContent?.trim())).toEqual(['late', 'so']);
  expect(ofQuestion?.getAttribute('aria-expanded')).toBe('true');
  await userEvent.click(ofQuestion as HTMLElement);
  await userEvent.click(ofComment as HTMLElement);
  const ofFirst = await screen.findByRole('region', { name: 'Earlier versions' });
  await waitFor(() => expect(within(ofFirst).getAllByRole('listitem')).toHaveLength(1));
});

it('what is told of a review has comments that were edited or deleted meanwhile', () => {
  const loaded = { questions: [question(1, { comments }), question(2)], hasOlder: false };
  const edited = comments.map((one) => (one.id === '2' ? { ...one, text: 'Other' } : one));
  expect([...newsIn(discussionOf([question(1, { comments: edited }), question(2)]), loaded).changed]).toEqual(
    ['1'],
  );
  const fewer = comments.slice(0, 2);
  expect([...newsIn(discussionOf([question(1, { comments: fewer }), question(2)]), loaded).changed]).toEqual([
    '1',
  ]);
  expect([...newsIn(discussionOf([question(1, { comments }), question(2)]), loaded).changed]).toEqual([]);
});
