import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import type { Question } from '#contract/forum/calls';
import { comment, discussionOf, question } from '#support/discussion-fixtures';
import { mentor, student } from '#support/contract-fixtures';
import { mockApi, type MockApi } from '#support/mock-api';
import { cardOf, openMenu, own, renderDiscussion } from '#support/render-discussion';
import { renderScreen } from '#support/render-screen';
import * as forumRoute from '../../../routes/discussion.tsx';

const batch = 'MERN-2026-11';
const asStaff = (fields: Partial<Question>) => question(1, { question: 'Why?', ...own, ...fields });

/** A mentor's forum with one question, which is unfolded as the newest. */
async function openAsMentor(shown: Question, prepare: (api: MockApi) => void = () => undefined) {
  const api = mockApi();
  api.reply('listBatchAnnouncements', []);
  api.reply('readDiscussion', discussionOf([shown]));
  prepare(api);
  await renderScreen(forumRoute, { path: '/discussion/:batch', at: `/discussion/${batch}`, user: mentor });
  expect(await screen.findByRole('article')).toBeTruthy();
  return api;
}

async function doIt(name: string, title: string, confirm: string, reason: string) {
  await userEvent.click((await openMenu('Why?')).getByRole('button', { name }));
  const dialog = within(screen.getByRole('dialog', { name: title }));
  if (reason !== '') await userEvent.type(dialog.getByRole('textbox', { name: 'Reason' }), reason);
  await userEvent.click(dialog.getByRole('button', { name: confirm }));
  return dialog;
}

it('a mentor pins a question with a reason, which then stands above all others; the focus stays', async () => {
  const api = await openAsMentor(asStaff({}));
  const pinned = { reason: 'The dates of the viva' };
  api.reply('moderatePost', discussionOf([asStaff({ pinned })]));
  const found = { ...question(1), pieces: [{ text: 'Why?', found: false }], isSolved: false, pinned };
  const { _id, author, createdAt, answers_count, isFavorite, unread, pieces, isSolved } = found;
  api.reply('findQuestions', {
    batch,
    questions: [{ _id, author, createdAt, answers_count, isFavorite, unread, pieces, isSolved, pinned }],
  });
  await doIt('Pin this question', 'Pin this question?', 'Pin it', ` ${pinned.reason} `);
  const section = within(await screen.findByRole('region', { name: 'Pinned by the mentors' }));
  expect(section.getByText(pinned.reason)).toBeTruthy();
  expect(section.getByRole('link', { name: 'Why?' }).getAttribute('href')).toBe(`/discussion/${batch}/1`);
  expect(api.of('moderatePost')).toMatchObject([
    { params: { s_id: batch, id: '1' }, body: { act: 'pin', reason: pinned.reason } },
  ]);
  const [sent] = api.of('moderatePost');
  expect(sent?.headers.get('prefer')).toBe('return=minimal');
  expect(sent?.headers.get('idempotency-key')).toBeTruthy();
  const button = cardOf('Pinned by a mentor').getByRole('button', { name: 'Unpin this question' });
  expect(document.activeElement).toBe(button);
});

it('without a reason nothing is sent; a refusal is said in the dialog', async () => {
  const api = await openAsMentor(asStaff({}));
  const dialog = await doIt('Lock this question', 'Lock this question?', 'Lock it', '');
  expect(dialog.getByText('Say why, in a few words.')).toBeTruthy();
  expect(api.of('moderatePost')).toEqual([]);
  api.refuse('moderatePost', 409, { message: '5 questions are pinned already.' });
  await userEvent.type(dialog.getByRole('textbox', { name: 'Reason' }), 'So');
  await userEvent.click(dialog.getByRole('button', { name: 'Lock it' }));
  expect(await dialog.findByText(/pinned already/)).toBeTruthy();
});

it('a hidden question leaves the list, and the focus goes to its head', async () => {
  const api = await openAsMentor(asStaff({}));
  api.reply('moderatePost', discussionOf([]));
  await doIt('Hide this question', 'Hide this question?', 'Hide it', 'Rude');
  await waitFor(() => expect(screen.queryByRole('article')).toBeNull());
  expect(document.activeElement?.textContent).toBe('Questions');
  expect(screen.getByText('The question is hidden. It is listed on the batch’s page.')).toBeTruthy();
});

it('a hidden comment leaves its question, also one that was loaded from before the newest', async () => {
  const api = await openAsMentor(asStaff({ comments: [comment(7, 'Fool'), comment(8, 'Me?')] }));
  api.reply('moderatePost', discussionOf([asStaff({ comments: [comment(8, 'Me?')] })]));
  const [first] = (await openMenu('Why?', 'comment')).getAllByRole('button', { name: 'Hide this comment' });
  await userEvent.click(first as HTMLElement);
  const dialog = within(screen.getByRole('dialog', { name: 'Hide this comment?' }));
  await userEvent.type(dialog.getByRole('textbox', { name: 'Reason' }), 'Rude');
  await userEvent.click(dialog.getByRole('button', { name: 'Hide it' }));
  await waitFor(() => expect(cardOf('Why?').queryByText('Fool')).toBeNull());
  expect(cardOf('Why?').getByText('Me?')).toBeTruthy();
  expect(api.of('moderatePost')).toMatchObject([{ body: { act: 'hide', comment: '7', reason: 'Rude' } }]);
});

it.each(['question', 'comment'] as const)(
  'a %s that was edited meanwhile is hidden once its new text was seen; the reason stays',
  async (noun) => {
    const api = await openAsMentor(asStaff({ comments: [comment(7, 'Fool')] }));
    const current = { text: 'Sorry', editedAt: null, author: 'Asha', format: 'plain' };
    api.replyConflict('moderatePost', 'It was edited in the meantime. It is not hidden yet.', current);
    const [button] = (await openMenu('Why?', noun)).getAllByRole('button', { name: `Hide this ${noun}` });
    await userEvent.click(button as HTMLElement);
    const dialog = within(screen.getByRole('dialog', { name: `Hide this ${noun}?` }));
    await userEvent.type(dialog.getByRole('textbox', { name: 'Reason' }), 'Rude');
    const hide = dialog.getByRole('button', { name: 'Hide it' });
    await userEvent.click(hide);
    expect(await dialog.findByText('Sorry', { selector: 'blockquote' })).toBeTruthy();
    expect(dialog.getByText(/It is not hidden yet/)).toBeTruthy();
    expect(dialog.getByRole<HTMLTextAreaElement>('textbox', { name: 'Reason' }).value).toBe('Rude');
    api.reply('moderatePost', discussionOf([]));
    await userEvent.click(hide);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const texts = api.of('moderatePost').map(({ body }) => (body as { began: unknown }).began);
    expect(texts).toEqual([{ text: noun === 'question' ? 'Why?' : 'Fool' }, { text: 'Sorry' }]);
  },
);

it('below a locked question a student has no box and no Edit, and reads why; a mentor writes on', async () => {
  const locked = { reason: 'It goes in circles.' };
  const mine = { ...comment(8, 'My own'), can: { edit: true, delete: true } };
  await renderDiscussion([question(1, { question: 'Why?', ...own, locked, comments: [mine] })]);
  const card = cardOf('Why?');
  expect(card.getByText(/It goes in circles/)).toBeTruthy();
  expect(card.queryByRole('textbox', { name: 'Add a comment' })).toBeNull();
  expect(card.queryByRole('button', { name: 'Edit' })).toBeNull();
  expect(card.getAllByRole('button', { name: 'Delete' })).toHaveLength(2);
  expect((await openMenu('Why?')).queryByRole('button', { name: /^(Hide|Pin|Lock|Unlock)/ })).toBeNull();
});

it('of a locked question a mentor has the box, Edit, and the way to unlock it', async () => {
  await openAsMentor(asStaff({ locked: { reason: 'It goes in circles.' } }));
  const card = cardOf('Why?');
  expect(card.getByRole('textbox', { name: 'Add a comment' })).toBeTruthy();
  expect(card.getByRole('button', { name: 'Edit' })).toBeTruthy();
  expect((await openMenu('Why?')).getByRole('button', { name: 'Unlock this question' })).toBeTruthy();
});

it('the list says of a folded question that it is pinned and locked', async () => {
  const moderated = { pinned: { reason: 'One' }, locked: { reason: 'Two' } };
  await renderDiscussion([question(1, { question: 'Why?', ...moderated }), question(2), question(3)]);
  expect(cardOf('Why?').getByText('Pinned')).toBeTruthy();
  expect(cardOf('Why?').getByText('Locked')).toBeTruthy();
  expect(cardOf('Question 2').queryByText('Pinned')).toBeNull();
});

it('what is pinned stands above a student’s forum, and nothing where nothing is or where it cannot be read', async () => {
  const api = mockApi();
  api.reply('readDiscussion', discussionOf([question(2)]));
  api.refuse('findQuestions', 503);
  const at = { path: '/discussion/:batch', at: `/discussion/${batch}`, user: student };
  await renderScreen(forumRoute, at);
  expect(await screen.findByRole('article')).toBeTruthy();
  expect(screen.queryByRole('region', { name: 'Pinned by the mentors' })).toBeNull();
  expect(api.of('findQuestions')).toMatchObject([{ query: { filter: 'pinned' } }]);
});
