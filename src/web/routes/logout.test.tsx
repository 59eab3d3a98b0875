import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { student } from '#support/contract-fixtures';
import { FakeCaches } from '#support/fake-caches';
import { settle } from '#support/fake-clock';
import { press } from '#support/form-steps';
import { mockApi, type MockApi } from '#support/mock-api';
import { answerStudent } from '#support/portal-answers';
import { renderScreen } from '#support/render-screen';
import { hasDrafts, openDrafts, readDraft, writeDraft } from '../lib/forms/drafts.ts';
import { adoptAccount } from '../lib/offline/personal-cache.ts';
import * as studentDashboard from './student-dashboard.tsx';

let api: MockApi;
beforeEach(() => {
  api = mockApi();
  answerStudent(api);
});

async function open() {
  await renderScreen(studentDashboard, { path: '/StudentDashboard', user: student });
  await settle(() => screen.getByRole('region', { name: 'Next step' }));
}

it('Logout asks about unsent drafts only where there are some', async () => {
  await open();
  await openDrafts(student.s_id);
  act(() => writeDraft('a comment', 'Half a thought'));
  api.reply('logOut', undefined);
  press('Logout');
  const dialog = screen.getByRole('alertdialog', { name: 'Keep unsent work?' });
  press('Stay logged in');
  expect(dialog.isConnected).toBe(false);
  expect(api.of('logOut')).toEqual([]);
  press('Logout');
  press('Remove');
  await waitFor(() => expect(api.of('logOut')).toHaveLength(1));
  await waitFor(() => expect(hasDrafts()).toBe(false));
  expect(await screen.findByTestId('elsewhere')).toHaveProperty('textContent', '/');
});

it('Logout without drafts goes at once, leaves no text behind, and says so when it fails', async () => {
  api.refuse('logOut', 500, { message: 'Out of order.' });
  await open();
  await openDrafts(student.s_id);
  act(() => writeDraft('about a comment sent', 'Taken back and emptied'));
  press('Logout');
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('Out of order.'));
  api.reply('logOut', undefined);
  press('Logout');
  await screen.findByTestId('elsewhere');
  expect(readDraft('about a comment sent')).toBeUndefined();
});

it('Logout takes away what was kept for use without a line, also in a page without the service worker', async () => {
  const kept = new FakeCaches();
  vi.stubGlobal('caches', kept);
  onTestFinished(() => void vi.unstubAllGlobals());
  await adoptAccount(student.account);
  expect(await kept.keys()).toHaveLength(1);
  api.reply('logOut', undefined);
  await open();
  press('Logout');
  await screen.findByTestId('elsewhere');
  expect(await kept.keys()).toEqual([]);
});
