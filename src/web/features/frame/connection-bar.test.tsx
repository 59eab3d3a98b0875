import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { receipt, student } from '#support/contract-fixtures';
import { discussionOf, question } from '#support/discussion-fixtures';
import { mockApi, type MockApi } from '#support/mock-api';
import { accountWithStorage, aSubmission, aRequest } from '#support/outbox-fixtures';
import { renderWithRouter } from '#support/render-screen';
import type { QueuedRequest } from '../../lib/outbox/queued-request.ts';
import { openRequestStore, type RequestStore } from '../../lib/outbox/request-store.ts';
import { openDrafts, saveStatusOf, watchDraft, writeDraft } from '../../lib/forms/drafts.ts';
import { announce } from '../../lib/outbox/channel.ts';
import { openOutbox } from '../../lib/outbox/outbox.ts';
import { rememberSession } from '../../lib/session/session.ts';
import { ConnectionBar } from './connection-bar.tsx';

let account: string;
let api: MockApi;
let store: RequestStore;
beforeEach(() => {
  vi.stubEnv('DEV', false);
  account = accountWithStorage();
  api = mockApi();
  store = openRequestStore(account);
});

/** What an earlier page has left on the device is opened by another. */
async function openWith(...requests: QueuedRequest[]) {
  for (const request of requests) await store.add({ ...request, account, file: null });
  const view = await renderWithRouter(<ConnectionBar />, '/somewhere');
  await act(() => openOutbox(account));
  return view;
}
const notice = () => document.querySelector('[role=status]')?.textContent ?? '';
const answer = { message: 'Congrats', receipt: receipt({ task: 'week-2', number: 'CAP-AAAA' }) };

it('sends what an earlier page has left, whatever screen is open, and tells it once', async () => {
  api.reply('uploadWeek', answer, 201);
  const view = await openWith(aSubmission());
  await screen.findByText('Submitted: week 2.');
  const link = screen.getByRole('link', { name: 'Receipt CAP-AAAA' });
  expect(link.getAttribute('href')).toBe('/WeeklySubmission?receipt=CAP-AAAA');
  await waitFor(async () => expect(await store.list()).toEqual([]));
  expect(screen.getByText('Submitted: week 2.'), 'until it is closed').toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(notice()).toBe('');
  view.unmount();
  await renderWithRouter(<ConnectionBar />, '/somewhere');
  expect(notice()).toBe('');
});

it('tells what the service worker has sent while no page was open', async () => {
  await openWith(aSubmission({ state: 'done', answer }));
  await screen.findByText('Submitted: week 2.');
  expect(api.requests).toEqual([]);
});

it('says what waits and how far it is, and nothing of what goes at once', async () => {
  api.cutOff('answerQuestion', 'uploadWeek');
  const submission = aSubmission();
  await openWith(submission, aRequest(), aRequest({ subject: 'question 8' }));
  await screen.findByText(/^1 submission and/);
  expect(notice()).toBe('1 submission and 2 comments are not sent yet. They will be sent automatically.');
  act(() => announce({ type: 'progress', account, id: submission.id, fraction: 0.624 }));
  expect(notice()).toBe(
    '1 submission and 2 comments are not sent yet (62 %). They will be sent automatically.',
  );
  api.reply('answerQuestion', discussionOf([question(7)]), 201);
  api.reply('uploadWeek', answer, 201);
  await act(async () => void window.dispatchEvent(new Event('online')));
  await screen.findByText('Submitted: week 2.');
  await waitFor(() => expect(notice()).not.toContain('wait'));
});

it('keeps what was refused, in the words of the server, with the way on', async () => {
  api.refuse('uploadWeek', 403, { message: 'Week 2 is not open.' });
  await openWith(aSubmission());
  const open = await screen.findByRole('link', { name: 'View it' });
  expect(open.getAttribute('href')).toBe('/WeeklySubmission?week=2');
  expect(notice()).toContain('Your week 2 submission was refused: Week 2 is not open.');
  expect(await store.list()).toMatchObject([{ state: 'refused', body: { comments: 'Done.' } }]);
  fireEvent.click(screen.getByRole('button', { name: 'Remove it' }));
  await waitFor(() => expect(notice()).toBe(''));
  expect(await store.list()).toEqual([]);
});

it('waits for a login where the session has ended', async () => {
  api.refuse('answerQuestion', 401, { code: 'signed_out', message: 'Please log in to continue.' });
  await openWith(aRequest());
  const login = await screen.findByRole('link', { name: 'Login' });
  expect(login.getAttribute('href')).toBe('/login?next=%2Fsomewhere');
  expect(notice()).toContain('1 comment is not sent yet. Please log in again.');
  expect(api.of('answerQuestion')).toHaveLength(1);
});

it('does not ask somebody to log in who just has', async () => {
  const failure = {
    status: 401,
    code: 'signed_out',
    message: 'Please log in to continue.',
    retryAfter: null,
  };
  api.keepWaiting('uploadWeek');
  const given = aSubmission({ triedAt: Date.now() - 1_000, tries: 1, failure });
  await openWith(given);
  await waitFor(() => expect(notice()).toBe('1 submission is not sent yet. It will be sent automatically.'));
});

it('a login on this page ends the notice, too', async () => {
  api.refuse('answerQuestion', 401, { code: 'signed_out', message: 'Please log in to continue.' });
  await openWith(aRequest());
  await screen.findByRole('link', { name: 'Login' });
  api.keepWaiting('answerQuestion');
  await act(async () => rememberSession({ ...student, account }));
  await waitFor(() => expect(notice()).toBe('1 comment is not sent yet. It will be sent automatically.'));
});

it('is in the page from the start, so that what comes into it is announced, and names the connection in one line', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
  api.cutOff('uploadWeek');
  await openWith();
  const region = screen.getByRole('status');
  expect(region.textContent).toBe('');
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  act(() => void window.dispatchEvent(new Event('offline')));
  expect(screen.getByRole('status')).toBe(region);
  expect(notice()).toMatch(/^Offline\./);
  await store.add({ ...aSubmission(), account, file: null });
  await act(async () => announce({ type: 'changed', account }));
  await waitFor(() => expect(notice()).toBe('Offline – 1 submission will be sent later.'));
});

it('offline it says that a text is saved only where a field of the screen holds one', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  await openWith();
  await act(() => openDrafts(account));
  await act(async () => writeDraft('of another screen', 'Typed before.'));
  await waitFor(() => expect(saveStatusOf(['of another screen'])).toBe('saved'));
  expect(notice()).toBe('Offline.');
  const leave = watchDraft('of another screen', () => undefined);
  await act(async () => writeDraft('of another screen', 'Typed here.'));
  await waitFor(() => expect(saveStatusOf(['of another screen'])).toBe('saved'));
  expect(notice()).toBe('Offline. Your text is saved on this device.');
  await act(async () => leave());
  expect(notice()).toBe('Offline.');
});
