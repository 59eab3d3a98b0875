import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { student } from '#support/contract-fixtures';
import { discussionOf, question } from '#support/discussion-fixtures';
import { mockApi, type MockApi } from '#support/mock-api';
import { accountWithStorage, aSubmission, aRequest } from '#support/outbox-fixtures';
import { renderWithRouter } from '#support/render-screen';
import { openRequestStore, readUnsentOfDevice } from '../../lib/outbox/request-store.ts';
import { rememberSession } from '../../lib/session/session.ts';
import { PublicOutboxNotice } from './public-outbox-notice.tsx';

let account: string;
let api: MockApi;
beforeEach(async () => {
  vi.stubEnv('DEV', false);
  account = accountWithStorage();
  api = mockApi();
  // What other tests have left on the device.
  for (const request of await readUnsentOfDevice())
    await openRequestStore(request.account).remove(request.id);
  await openRequestStore(account).add({ ...aRequest({ account }), file: null });
  onTestFinished(() => rememberSession(null));
});
const notice = () => [...document.querySelectorAll('[role=status]')].map((one) => one.textContent).join('');
const open = (at = '/') => renderWithRouter(<PublicOutboxNotice />, at);

it('sends what waits for whoever is logged in, and tells it there', async () => {
  rememberSession({ ...student, s_id: account, account });
  api.reply('answerQuestion', discussionOf([question(7)]), 201);
  await open();
  await screen.findByText('Your comment was posted.');
  expect(api.of('answerQuestion')).toHaveLength(1);
});

it('says of another account that is logged in what is its own, and of the rest nothing', async () => {
  const other = { ...student, s_id: `other-${account}`, account: `other-${account}` };
  rememberSession(other);
  api.cutOff('uploadWeek');
  await openRequestStore(other.account).add(aSubmission({ account: other.account }));
  await open();
  await waitFor(() => expect(notice()).toBe('1 submission is not sent yet. It will be sent automatically.'));
  expect(api.of('answerQuestion')).toEqual([]);
});

it('says that something waits while nobody is logged in, and sends nothing', async () => {
  rememberSession(null);
  await openRequestStore(`other-${account}`).add(aSubmission({ account: `other-${account}` }));
  await open();
  await screen.findByText('1 comment and 1 submission on this device are not sent yet. Log in to send them.');
  expect(notice()).not.toContain('example.test');
  expect(screen.getByRole('link', { name: 'Login' }).getAttribute('href')).toBe('/login');
  expect(api.requests).toEqual([]);
});

it('on the login screen the way there is the form', async () => {
  rememberSession(null);
  await open('/login');
  await screen.findByText('1 comment on this device is not sent yet. Log in to send it.');
  expect(screen.queryByRole('link')).toBeNull();
});
