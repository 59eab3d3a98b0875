import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeAll, expect, it, onTestFinished } from 'vitest';
import { limits } from '#contract/limits';
import { discussionOf, question, questions } from '#support/discussion-fixtures';
import { askBox, cards, renderDiscussion } from '#support/render-discussion';
import type { ApiRequest, MockApi } from '#support/mock-api';
import { setReauthPrompt } from '../../../lib/session/reauth-prompt.ts';
import { joinText, partText } from './attachments.ts';

// What is fetched with the first file, and the first preview, is there: this is not about how long that takes.
beforeAll(async () => {
  await Promise.all([
    import('../../../lib/calls/upload.ts'),
    import('../../../lib/render-markdown.ts'),
    import('./attach-work.ts'),
  ]);
});

const id = (n: number) => `ATTACHED${String(n).padStart(18, '0')}`;
const markOf = (n: number, name = 'screen.png') => `![${name}](attachment:${id(n)})`;
const sent = (n: number, name = 'screen.png') => ({
  id: id(n),
  name,
  bytes: 3,
  type: 'image/png' as const,
  width: 300,
  height: 200,
  mark: markOf(n, name),
});
const png = (name = 'screen.png') => new File(['png'], name, { type: 'image/png' });
const pasteInto = (field: Element, files: File[], types = ['Files']) =>
  fireEvent.paste(field, { clipboardData: { files, types } });

async function withForum(reply?: (api: MockApi) => void) {
  const api = await renderDiscussion(questions(1, 1));
  if (reply === undefined) api.reply('attachFile', sent(1), 201);
  else reply(api);
  return api;
}

it('a pasted picture is sent at once and shown below the text; the post brings it along', async () => {
  const api = await withForum();
  api.reply('askQuestion', discussionOf([question(2)]), 201);
  await userEvent.type(askBox(), 'Before');
  pasteInto(askBox(), [png()]);
  const picture = await screen.findByRole('img', { name: 'screen.png' });
  expect(picture.getAttribute('src')).toBe(`/api/discussion/attachments/${id(1)}`);
  await userEvent.type(askBox(), ' after');
  expect(askBox().value).toBe('Before after');
  expect(screen.getByText('screen.png is attached.').closest('[role=status]')).toBeTruthy();
  const [request] = api.of('attachFile') as [ApiRequest];
  expect(request.headers.get('Idempotency-Key')).toMatch(/^[0-9a-f]{32}$/);
  await userEvent.click(screen.getByRole('button', { name: 'Post Query' }));
  await waitFor(() =>
    expect(api.of('askQuestion')).toMatchObject([
      { body: { question: `Before after\n${markOf(1)}`, format: 'markdown' } },
    ]),
  );
});

it('files are chosen by a button, for a comment too, and dropped on the box', async () => {
  const api = await withForum();
  const card = within(cards()[0] as HTMLElement);
  const field = card.getByLabelText<HTMLTextAreaElement>('Add a comment');
  card.getByRole('button', { name: 'Attach a picture or a log' }).focus();
  await userEvent.upload(card.getByLabelText('Attach files'), png());
  await waitFor(() => expect(card.getAllByRole('img')).toHaveLength(1));
  api.reply('attachFile', sent(2), 201);
  fireEvent.drop(field, { dataTransfer: { files: [png()], types: ['Files'] } });
  await waitFor(() => expect(card.getAllByRole('img')).toHaveLength(2));
  expect(field.value).toBe('');
  api.reply('answerQuestion', discussionOf([question(1)]), 201);
  await userEvent.click(card.getByRole('button', { name: 'Send the comment' }));
  await waitFor(() =>
    expect(api.of('answerQuestion')).toMatchObject([{ body: { answer: `${markOf(1)}\n${markOf(2)}` } }]),
  );
});

it('a file that meets an ended session is sent after the login', async () => {
  const api = await withForum((portal) => portal.refuse('attachFile', 401, { code: 'signed_out' }));
  const logIn = async () => {
    api.reply('attachFile', sent(1), 201);
    return true;
  };
  onTestFinished(setReauthPrompt(logIn));
  pasteInto(askBox(), [png()]);
  expect(await screen.findByRole('img', { name: 'screen.png' })).toBeTruthy();
  const keys = api.of('attachFile').map(({ headers }) => headers.get('Idempotency-Key'));
  expect([keys.length, new Set(keys).size]).toEqual([2, 1]);
});

it('without a connection it says so, keeps the text, and tries again when that is wanted', async () => {
  const api = await withForum((portal) => portal.cutOff('attachFile'));
  await userEvent.type(askBox(), 'My text');
  pasteInto(askBox(), [png()]);
  const alert = await screen.findByText(/You are offline, so/);
  expect(alert.textContent).toBe('You are offline, so this file was not sent. Your text is saved.');
  expect(askBox().value).toBe('My text');
  api.reply('attachFile', sent(1), 201);
  await userEvent.click(screen.getByRole('button', { name: 'Try again: screen.png' }));
  expect(await screen.findByRole('img', { name: 'screen.png' })).toBeTruthy();
  expect(askBox().value).toBe('My text');
  const keys = api.of('attachFile').map(({ headers }) => headers.get('Idempotency-Key'));
  expect(new Set(keys).size, 'the same file').toBe(1);
});

it('what the portal refuses is said in its words, and can be taken away', async () => {
  await withForum((portal) =>
    portal.refuse('attachFile', 415, { message: 'A file of this kind cannot be attached.' }),
  );
  pasteInto(askBox(), [new File(['%PDF'], 'a.pdf', { type: 'application/pdf' })]);
  await screen.findByText('A file of this kind cannot be attached.');
  expect(screen.queryByRole('button', { name: /Try again/ })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Remove: a.pdf' }));
  expect(screen.queryByText('a.pdf')).toBeNull();
  expect(document.activeElement).toBe(askBox());
});

it('too large a file is not sent at all', async () => {
  const api = await withForum();
  pasteInto(askBox(), [
    new File([new Uint8Array(limits.attachmentPictureBytes + 1)], 'x.png', { type: 'image/png' }),
  ]);
  await screen.findByText(/This file is too large/);
  pasteInto(askBox(), [
    new File(['x'.repeat(limits.attachmentTextBytes + 1)], 'x.log', { type: 'text/plain' }),
  ]);
  await waitFor(() => expect(screen.getAllByText(/This file is too large/)).toHaveLength(2));
  expect(api.of('attachFile')).toEqual([]);
});

it('a post has five at most', async () => {
  const api = await withForum();
  fireEvent.change(askBox(), { target: { value: [1, 2, 3, 4, 5].map((n) => markOf(n)).join('\n') } });
  pasteInto(askBox(), [png()]);
  await screen.findByText('A post can have at most 5 attachments.');
  expect(api.of('attachFile')).toEqual([]);
});

it('a text is not sent before its file has come; cancelled, it goes without', async () => {
  const api = await withForum((portal) => portal.keepWaiting('attachFile'));
  api.reply('askQuestion', discussionOf([question(2)]), 201);
  await userEvent.type(askBox(), 'Why?');
  pasteInto(askBox(), [png()]);
  await screen.findByText('Sending, 0%');
  await userEvent.click(screen.getByRole('button', { name: 'Post Query' }));
  const first = await screen.findByText(/A file is still being sent/);
  await userEvent.click(screen.getByRole('button', { name: 'Post Query' }));
  expect(screen.getByText(/A file is still being sent/), 'said again').not.toBe(first);
  expect(api.of('askQuestion')).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Cancel: screen.png' }));
  await userEvent.click(screen.getByRole('button', { name: 'Post Query' }));
  await waitFor(() => expect(api.of('askQuestion')).toMatchObject([{ body: { question: 'Why?' } }]));
});

it('cells of a spreadsheet are pasted as their text, which comes with a picture of them', async () => {
  const api = await withForum();
  const isTaken = !pasteInto(askBox(), [png()], ['text/plain', 'text/html', 'Files']);
  expect([isTaken, api.of('attachFile')]).toEqual([false, []]);
});

it('the preview shows what was attached', async () => {
  await withForum();
  await userEvent.type(askBox(), 'Look:');
  pasteInto(askBox(), [png()]);
  await screen.findByRole('img', { name: 'screen.png' });
  await userEvent.click(screen.getByRole('button', { name: 'Preview' }));
  const preview = within(screen.getByRole('region', { name: 'Preview' }));
  const picture = await preview.findByRole('img', { name: 'screen.png' });
  expect(picture.getAttribute('src')).toBe(`/api/discussion/attachments/${id(1)}`);
  expect([picture.getAttribute('width'), picture.getAttribute('height')]).toEqual(['300', '200']);
});

it('a post of plain text has its files below it, with room kept for pictures', async () => {
  const { mark: _, ...picture } = sent(1);
  const log = { id: id(2), name: 'server.log', bytes: 2048, type: 'text/plain' as const };
  await renderDiscussion([question(1, { question: `See ${markOf(1)}`, attachments: [picture, log] })]);
  const list = within(screen.getByRole('list', { name: 'Attachments' }));
  expect(list.getByRole('img', { name: 'screen.png' }).getAttribute('width')).toBe('300');
  expect(list.getByRole('link', { name: 'server.log' }).hasAttribute('download')).toBe(true);
  expect(list.getAllByRole('listitem')[1]?.textContent).toBe('server.log (2 KB)');
});

it('an attachment is removed by its button, and the text stays', async () => {
  const api = await withForum();
  await userEvent.type(askBox(), 'Look:');
  pasteInto(askBox(), [png()]);
  await userEvent.click(await screen.findByRole('button', { name: 'Remove: screen.png' }));
  expect(screen.queryByRole('img')).toBeNull();
  expect(document.activeElement).toBe(askBox());
  api.reply('askQuestion', discussionOf([question(2)]), 201);
  await userEvent.click(screen.getByRole('button', { name: 'Post Query' }));
  await waitFor(() => expect(api.of('askQuestion')).toMatchObject([{ body: { question: 'Look:' } }]));
});

it.each([
  ['', [], ''],
  ['a\n', [], 'a\n'],
  ['', [1], markOf(1)],
  ['a', [1, 2], `a\n${markOf(1)}\n${markOf(2)}`],
  ['a\n', [1], `a\n\n${markOf(1)}`],
  [`a ${markOf(1)}\nb`, [], `a ${markOf(1)}\nb`],
])('%j with attachments %j is stored as %j', (words, attached, text) => {
  expect(
    joinText(
      words,
      attached.map((n) => ({ mark: markOf(n) })),
    ),
  ).toBe(text);
  const parted = partText(text);
  expect([parted.words, parted.files.map((one) => one.id)]).toEqual([words, attached.map((n) => id(n))]);
});

it('a stored text whose last line is a mark may end with line breaks', () => {
  expect(partText(`a\n${markOf(1)}\n`).words).toBe('a');
});
