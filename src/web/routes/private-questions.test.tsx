import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { CurrentUser } from '#contract/accounts/calls';
import type { PrivateQuestion, PrivateQuestions } from '#contract/private-questions/calls';
import { mentor, student } from '#support/contract-fixtures';
import { question as publicQuestion } from '#support/discussion-fixtures';
import { mockApi, type MockApi } from '#support/mock-api';
import { renderDiscussion } from '#support/render-discussion';
import { renderScreen } from '#support/render-screen';
import { wakeOutbox } from '../lib/outbox/outbox.ts';
import { queueRequest } from '../lib/outbox/queue-request.ts';
import { subjects } from '../lib/stored-names/offline.ts';
import * as route from './private-questions.tsx';

const post = (id: string, text: string, more: Partial<PrivateQuestion['posts'][number]> = {}) => ({
  id,
  text,
  author: { name: 'Meera Krishnan', online: false, role: 'student' as const },
  createdAt: '2026-11-20T09:00:00.000Z',
  format: 'plain' as const,
  ...more,
});
const asked: PrivateQuestion = {
  _id: '7',
  posts: [post('1', 'May I leave early?')],
  posts_count: 1,
  waiting_since: '2026-11-20T09:00:00.000Z',
  taken_by: null,
  unread: 0,
  opened: null,
  open_asked: null,
};
const pageOf = (...questions: PrivateQuestion[]): PrivateQuestions => ({
  batch: 'MERN-2026-11',
  questions,
  version: 3,
});

async function visit(user: CurrentUser, page: PrivateQuestions, search = ''): Promise<MockApi> {
  const api = mockApi();
  api.reply('readPrivate', page);
  api.reply('changePrivate', page);
  const at = `/discussion/MERN-2026-11/mentors${search}`;
  await renderScreen(route, { path: '/discussion/:batch/mentors', at, user });
  await screen.findByRole('heading', { level: 1, name: 'Private questions' });
  return api;
}

it('the box asks the mentors alone where that is chosen, and the batch with the next question', async () => {
  const api = await renderDiscussion([publicQuestion(1)]);
  api.reply('sendPrivate', pageOf(asked), 201);
  await userEvent.click(screen.getByRole('radio', { name: 'Only the mentors' }));
  expect(screen.getByText('Only you, your mentors and the office can read it.')).toBeTruthy();
  expect(screen.queryByRole('checkbox', { name: /^Ask anonymously/ })).toBeNull();
  const words = 'How do I deploy? I am ashamed to ask.';
  await userEvent.type(screen.getByRole('textbox', { name: 'Ask the mentors' }), words);
  await userEvent.click(screen.getByRole('button', { name: 'Ask the mentors' }));
  await waitFor(() =>
    expect(api.of('sendPrivate')).toMatchObject([{ body: { text: words, format: 'markdown' } }]),
  );
  expect(api.of('findSimilarQuestions'), 'the words go with the question alone').toEqual([]);
  expect(api.of('askQuestion')).toEqual([]);
  await waitFor(() =>
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'The batch' }).checked).toBe(true),
  );
  expect(screen.getByRole('textbox', { name: 'Ask the batch' })).toBeTruthy();
});

it.each([
  ['a student with a question', student, [asked], 1],
  ['a student without one', student, [], 1],
  ['a mentor', mentor, [asked], 0],
] as const)('offers to ask to %s', async (_, user, questions, count) => {
  await visit(user, pageOf(...questions));
  const links = screen.queryAllByRole('link', { name: 'Ask a question' });
  expect(links.map((link) => link.getAttribute('href'))).toEqual(
    Array.from({ length: count }, () => '/discussion/MERN-2026-11#ask'),
  );
});

it('mentors see who asks and who answers, and take a question over', async () => {
  const taken = { name: 'Kavitha Raj', is_you: false, since: '2026-11-20T10:00:00.000Z' };
  const api = await visit(mentor, pageOf({ ...asked, unread: 1, taken_by: taken }));
  const card = within(await screen.findByRole('article'));
  expect(card.getByText('Waiting for Kavitha Raj')).toBeTruthy();
  expect(card.queryByText('Share with the batch')).toBeNull();
  expect(
    card.getByText('Kavitha Raj has taken this question').closest('p')?.querySelector('time'),
  ).toBeTruthy();
  await userEvent.click(card.getByRole('button', { name: 'Take over from Kavitha Raj' }));
  await waitFor(() =>
    expect(api.of('changePrivate')).toContainEqual(
      expect.objectContaining({
        params: { s_id: 'MERN-2026-11', id: '7' },
        body: { act: 'take', began: { taken_by: taken } },
      }),
    ),
  );
});

it('a mentor whose page is older is told who has the question, and takes it over by name', async () => {
  const api = await visit(mentor, pageOf(asked));
  const card = within(await screen.findByRole('article'));
  const taken_by = { name: 'Kavitha Raj', is_you: false, since: '2026-11-20T10:00:00.000Z' };
  const message = 'Kavitha Raj has taken this question in the meantime.';
  api.replyConflict('changePrivate', message, { taken_by });
  await userEvent.click(card.getByRole('button', { name: 'Assign to me' }));
  expect(await card.findByText(message)).toBeTruthy();
  await userEvent.click(card.getByRole('button', { name: 'Take over from Kavitha Raj' }));
  const takes = () =>
    api.of('changePrivate').flatMap(({ body }) => {
      const { act: name, began } = body as { act: string; began: unknown };
      return name === 'take' ? [began] : [];
    });
  await waitFor(() => expect(takes()).toEqual([{ taken_by: null }, { taken_by }]));
});

it('a mentor’s answer waits for posts that the page did not show, and its text stays', async () => {
  const api = await visit(mentor, pageOf(asked), '?question=7');
  const card = within(await screen.findByRole('article'));
  api.refuse('sendPrivate', 409, { message: 'Somebody else has written here in the meantime.' });
  const newer = { ...asked, posts: [...asked.posts, post('2', 'Leave at four.')], posts_count: 2 };
  api.reply('readPrivate', pageOf(newer));
  await userEvent.type(card.getByRole('textbox', { name: 'Add a comment' }), 'At three.{Enter}');
  expect(await card.findByText('Somebody else has written here in the meantime.')).toBeTruthy();
  expect(await card.findByText('Leave at four.')).toBeTruthy();
  expect(card.getByRole<HTMLTextAreaElement>('textbox').value).toBe('At three.');
  api.reply('sendPrivate', pageOf(newer), 201);
  await userEvent.type(card.getByRole('textbox', { name: 'Add a comment' }), '{Enter}');
  await waitFor(() =>
    expect(api.of('sendPrivate').map(({ body }) => (body as { newest: string }).newest)).toEqual(['1', '2']),
  );
});

it('says who reads a question until it is shared', async () => {
  const sign = () => screen.queryByText('Only you, your mentors and the office');
  await visit(student, pageOf(asked), '?question=7');
  await screen.findByRole('article');
  expect(sign()).toBeTruthy();
  cleanup();
  await visit(student, pageOf({ ...asked, opened: '41' }), '?question=7');
  await screen.findByText('Continue in the forum');
  expect(sign()).toBeNull();
});

it('an author answers, opens the question and deletes it; an opened one goes on in the forum', async () => {
  const own = { ...asked, posts: [post('1', 'May I leave early?', { can: { edit: true, delete: true } })] };
  const api = await visit(student, pageOf(own, { ...asked, _id: '6', opened: '41' }), '?question=7');
  api.reply('sendPrivate', pageOf(own), 201);
  const [card, opened] = await screen.findAllByRole('article');
  const inCard = within(card as HTMLElement);
  await userEvent.type(inCard.getByRole('textbox', { name: 'Add a comment' }), 'Today?{Enter}');
  await waitFor(() =>
    expect(api.of('sendPrivate')).toMatchObject([{ body: { text: 'Today?', question: '7' } }]),
  );
  const announced = await screen.findByText('Your comment was sent.');
  expect(announced.closest('[role=status]')).toBeTruthy();
  await userEvent.click(inCard.getByRole('checkbox', { name: /^Anonymously/ }));
  await userEvent.click(inCard.getByRole('button', { name: 'Share with the batch' }));
  await userEvent.click(inCard.getByRole('button', { name: 'Delete the question' }));
  await waitFor(() =>
    expect(api.of('changePrivate').map(({ body }) => body)).toEqual([
      { act: 'open', anonymous: true },
      { act: 'delete', post: '1', began: { text: 'May I leave early?', newest: '1' } },
    ]),
  );
  const inOpened = within(opened as HTMLElement);
  expect(inOpened.getByRole('link', { name: 'Continue in the forum' }).getAttribute('href')).toBe(
    '/discussion/MERN-2026-11/41',
  );
  expect(inOpened.queryByRole('textbox')).toBeNull();
});

it('an edit waits in the outbox and is sent once; its text is shown meanwhile', async () => {
  const can = { edit: true, delete: true };
  const own = { ...asked, posts: [post('1', 'May I leave early?', { can })] };
  const api = await visit(student, pageOf(own), '?question=7');
  api.cutOff('changePrivate');
  await userEvent.click(await screen.findByRole('button', { name: 'Edit' }));
  const box = screen.getByRole('textbox', { name: 'Edit the question' });
  await userEvent.clear(box);
  await userEvent.type(box, 'May I leave at four?');
  await userEvent.click(screen.getByRole('button', { name: 'Update the question' }));
  expect(await screen.findByText(/^Your post will be sent automatically/)).toBeTruthy();
  const article = within(screen.getByRole('article'));
  expect(article.getAllByText('May I leave at four?').length).toBeGreaterThan(0);
  const changed = { ...own, posts: [post('1', 'May I leave at four?', { can })] };
  api.reply('readPrivate', pageOf(changed));
  api.reply('changePrivate', pageOf(changed));
  wakeOutbox();
  await waitFor(() => expect(screen.queryByText(/will be sent automatically/)).toBeNull());
  const edits = api.of('changePrivate').filter(({ body }) => (body as { act: string }).act === 'edit');
  const began = { text: 'May I leave early?' };
  expect(edits.at(-1)?.body).toEqual({ act: 'edit', post: '1', text: 'May I leave at four?', began });
  expect(new Set(edits.map(({ headers }) => headers.get('Idempotency-Key'))).size).toBe(1);
  await waitFor(() => expect(article.queryByText('May I leave early?')).toBeNull());
});

it('a refused edit says why, and its text can be changed', async () => {
  const can = { edit: true, delete: true };
  const own = { ...asked, posts: [post('1', 'May I leave early?', { can })] };
  const api = await visit(student, pageOf(own), '?question=7');
  api.refuse('changePrivate', 403, { message: 'This question is shared with the batch.' });
  await userEvent.click(await screen.findByRole('button', { name: 'Edit' }));
  await userEvent.type(screen.getByRole('textbox', { name: 'Edit the question' }), ' Please.');
  await userEvent.click(screen.getByRole('button', { name: 'Update the question' }));
  expect(await screen.findByText('This question is shared with the batch.')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Change it' }));
  const box = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Edit the question' });
  expect(box.value).toBe('May I leave early? Please.');
});

it('an edit beside one of another device shows both texts, and overwrites by its own button', async () => {
  const can = { edit: true, delete: true };
  const own = { ...asked, posts: [post('1', 'May I leave early?', { can })] };
  const api = await visit(student, pageOf(own), '?question=7');
  const current = { text: 'Of the other device.', editedAt: null, author: 'Asha', format: 'plain' as const };
  api.replyConflict('changePrivate', 'This post was changed in the meantime.', current);
  await userEvent.click(await screen.findByRole('button', { name: 'Edit' }));
  await userEvent.type(screen.getByRole('textbox', { name: 'Edit the question' }), ' Please.');
  await userEvent.click(screen.getByRole('button', { name: 'Update the question' }));
  const notice = within(await screen.findByRole('alert'));
  expect(notice.getByText('Of the other device.')).toBeTruthy();
  expect(screen.getByRole('alert').textContent).toContain('May I leave early? Please.');
  api.reply('changePrivate', pageOf({ ...own, posts: [post('1', 'May I leave early? Please.', { can })] }));
  await userEvent.click(notice.getByRole('button', { name: 'Save mine anyway' }));
  const edits = () =>
    api
      .of('changePrivate')
      .map(({ body }) => body as { act: string; began?: object })
      .filter(({ act: request }) => request === 'edit');
  await waitFor(() => expect(edits()).toHaveLength(2));
  expect(edits().map(({ began }) => began)).toEqual([
    { text: 'May I leave early?' },
    { text: 'Of the other device.' },
  ]);
});

it('an answer that a reload brings before its response is shown once', async () => {
  const can = { edit: true, delete: true };
  const isNew = { can, createdAt: new Date().toISOString() };
  const posts = [post('1', 'May I leave early?', isNew), post('2', 'Today?', isNew)];
  const api = await visit(student, pageOf({ ...asked, posts: posts.slice(0, 1) }), '?question=7');
  api.keepWaiting('sendPrivate');
  const field = await screen.findByRole('textbox', { name: 'Add a comment' });
  await userEvent.type(field, 'Today?{Enter}');
  await screen.findByText('Sending…');
  api.reply('readPrivate', pageOf({ ...asked, posts }));
  await userEvent.click(screen.getByRole('button', { name: 'Share with the batch' }));
  await waitFor(() => expect(screen.queryByText('Sending…')).toBeNull());
  expect(screen.getAllByText('Today?')).toHaveLength(1);
});

it.each([
  ['an answer', '?question=7', '7'],
  ['a question', '', undefined],
])('%s that was sent stays in sight until the portal’s version is loaded', async (_, search, question) => {
  const can = { edit: true, delete: true };
  const api = await visit(student, pageOf(asked), search);
  await screen.findByRole('article');
  let answer: (page: PrivateQuestions) => void = () => undefined;
  let load: (page: PrivateQuestions) => void = () => undefined;
  api.replyWith('readPrivate', () => new Promise((resolve) => (load = resolve)));
  const own = post('9', 'Today?', { can, createdAt: new Date().toISOString() });
  const after =
    question === undefined
      ? pageOf({ ...asked, _id: '8', posts: [own] }, asked)
      : pageOf({ ...asked, posts: [...asked.posts, own], posts_count: 2 });
  api.replyWith('sendPrivate', () => new Promise((resolve) => (answer = resolve)), 201);
  await act(() =>
    queueRequest({
      call: 'sendPrivate',
      params: { s_id: student.account },
      body: { text: 'Today?', format: 'markdown', ...(question && { question }) },
      subject: question === undefined ? subjects.newPrivate : subjects.privateQuestion(question),
      label: { to: '/' },
    }),
  );
  await screen.findByText('Sending…');
  expect(screen.getAllByText('Today?')).toHaveLength(1);
  await waitFor(() => expect(api.of('sendPrivate')).toHaveLength(1));
  const reads = api.of('readPrivate').length;
  answer({ ...after, version: 4 });
  await waitFor(() => expect(api.of('readPrivate').length).toBeGreaterThan(reads));
  expect(screen.queryByText('Sending…')).toBeNull();
  expect(screen.getAllByText('Today?'), 'before the list is loaded again').toHaveLength(1);
  expect(screen.queryAllByRole('button', { name: 'Edit' })).toHaveLength(0);
  // The portal may store another text.
  const stored = { ...after, version: 4 };
  load(JSON.parse(JSON.stringify(stored).replace('Today?', 'Today ?')) as PrivateQuestions);
  await screen.findByRole('button', { name: 'Edit' });
  expect(screen.queryByText('Today?')).toBeNull();
  expect(screen.getAllByText('Today ?').length).toBeGreaterThan(0);
});

it('an answer that comes while the screen is open is announced', async () => {
  const streams: EventTarget[] = [];
  vi.stubGlobal(
    'EventSource',
    class extends EventTarget {
      close = () => undefined;
      constructor() {
        super();
        streams.push(this);
      }
    },
  );
  onTestFinished(() => void vi.unstubAllGlobals());
  const api = await visit(student, pageOf(asked), '?question=7');
  await screen.findByRole('article');
  const announced = () => screen.queryByText('There are new posts.');
  expect(announced()).toBeNull();
  api.reply('readPrivate', pageOf({ ...asked, posts: [...asked.posts, post('2', 'Yes.')] }));
  const change = JSON.stringify({ _id: '7', change: 'changed', answers_count: 1 });
  const event = new MessageEvent('question', { data: change, lastEventId: '4' });
  await act(async () => void streams[0]?.dispatchEvent(event));
  await screen.findByText('Yes.');
  expect(announced()?.closest('[role=status]')).toBeTruthy();
});
