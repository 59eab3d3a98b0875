import { act, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { mentor, student } from '#support/contract-fixtures';
import { mockApi, type MockApi } from '#support/mock-api';
import { renderWithRouter } from '#support/render-screen';
import { openDrafts, writeDraft } from '../forms/drafts.ts';
import { setOpenOutbox } from './session-end.ts';
import { setReauthPrompt } from './reauth-prompt.ts';
import { useSessionOfTab } from './session-of-tab.ts';

let hasUnkept = false;
const nothing = () => Promise.resolve();
setOpenOutbox({ count: () => 0, hasUnkept: () => hasUnkept, removeAll: nothing, close: () => undefined });

function Page() {
  useSessionOfTab(student);
  return <p>What is personal</p>;
}

let api: MockApi;
let left: ReturnType<typeof vi.spyOn>;
let other: BroadcastChannel;
beforeEach(() => {
  api = mockApi();
  left = vi.spyOn(location, 'replace').mockImplementation(() => {});
  other = new BroadcastChannel('capstone session');
});
afterEach(() => other.close());

const showAgain = () => act(() => document.dispatchEvent(new Event('visibilitychange')));
const asked = () => waitFor(() => expect(api.of('readSession')).toHaveLength(1));

it('leaves for Home after a logout in another tab, without a review', async () => {
  await renderWithRouter(<Page />);
  other.postMessage({ account: null });
  await waitFor(() => expect(left).toHaveBeenCalledExactlyOnceWith('/'));
  expect(api.of('readSession')).toEqual([]);
});

it('leaves for the home of whoever has logged in meanwhile, in another tab or unheard', async () => {
  api.reply('readSession', { student: mentor });
  await renderWithRouter(<Page />);
  other.postMessage({ account: mentor.account });
  await waitFor(() => expect(left).toHaveBeenCalledExactlyOnceWith('/staff'));
  await showAgain();
  await waitFor(() => expect(left).toHaveBeenCalledTimes(2));
});

it('leaves for the login, and back, where the session has ended; not where only this page has the text', async () => {
  api.reply('readSession', { student: null });
  await renderWithRouter(<Page />, '/viva?a=1');
  await showAgain();
  await waitFor(() => expect(left).toHaveBeenCalledTimes(1));
  expect(left.mock.calls[0]?.[0]).toMatch(/^\/login/);

  vi.stubGlobal('indexedDB', undefined);
  await openDrafts('without storage');
  writeDraft('a comment', 'Half a thought');
  await expect.poll(() => api.of('readSession').length).toBe(1);
  const ask = vi.fn(() => Promise.resolve(true));
  const end = setReauthPrompt(ask);
  await showAgain();
  await waitFor(() => expect(ask).toHaveBeenCalledTimes(1));
  expect(left).toHaveBeenCalledTimes(1);
  writeDraft('a comment', null);
  end();
});

it('asks for the login where only this page has a request that is not sent, and leaves once it is', async () => {
  api.reply('readSession', { student: null });
  hasUnkept = true;
  const ask = vi.fn(() => Promise.resolve(false));
  const end = setReauthPrompt(ask);
  await renderWithRouter(<Page />);
  await showAgain();
  await waitFor(() => expect(ask).toHaveBeenCalledTimes(1));
  expect(left).not.toHaveBeenCalled();
  hasUnkept = false;
  await showAgain();
  await waitFor(() => expect(left).toHaveBeenCalledTimes(1));
  expect(ask).toHaveBeenCalledTimes(1);
  end();
});

it('stays while the session is its own, and while the portal cannot be reached', async () => {
  api.reply('readSession', { student });
  await renderWithRouter(<Page />);
  await showAgain();
  await asked();
  other.postMessage({ account: student.account });
  api.cutOff('readSession');
  await showAgain();
  await waitFor(() => expect(api.of('readSession')).toHaveLength(2));
  expect(left).not.toHaveBeenCalled();
});
