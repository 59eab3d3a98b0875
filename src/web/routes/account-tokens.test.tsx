import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import type { AccessToken } from '#contract/accounts/access-token-calls';
import { mentor } from '#support/contract-fixtures';
import { mockApi, type MockApi } from '#support/mock-api';
import { renderScreen } from '#support/render-screen';
import * as accountTokens from './account-tokens.tsx';

const token: AccessToken = {
  id: '7',
  name: 'Our website',
  scopes: ['batch:read'],
  batch: 'ONE',
  created_at: '2026-11-10T04:05:06.789Z',
  ends_at: '2099-12-31T18:29:59.999Z',
  used_at: null,
};
const ended = { ...token, id: '6', name: 'Old import', scopes: ['people:import' as const], batch: null };
const secret = `capstone_${'a'.repeat(49)}`;

let api: MockApi;
beforeEach(() => {
  api = mockApi();
  api.reply('listAccessTokens', { tokens: [token, { ...ended, ends_at: '2020-01-01T00:00:00.000Z' }] });
});

const staff = { ...mentor, batches: ['ONE', 'TWO'] };
const open = async (user = staff) => {
  await renderScreen(accountTokens, { path: '/account/tokens', user });
  return within(
    (await screen.findByRole('button', { name: 'Create API token' })).closest('form') as HTMLElement,
  );
};
const type = (form: ReturnType<typeof within>, label: string, value: string) =>
  fireEvent.change(form.getByLabelText(label), { target: { value } });

it('a mentor creates a token for one batch, and copies it while it is shown', async () => {
  const form = await open();
  expect(form.queryByRole('checkbox')).toBeNull();
  type(form, 'Name', 'Our website');
  type(form, 'Batches', 'ONE');
  type(form, 'Last day', '2026-12-31');
  api.reply('createAccessToken', { token, secret }, 201);
  fireEvent.click(form.getByRole('button', { name: 'Create API token' }));
  expect(await screen.findByText(secret)).toBeTruthy();
  const body = { name: 'Our website', scopes: ['batch:read'], batch: 'ONE', ends_on: '2026-12-31' };
  expect(api.of('createAccessToken')).toMatchObject([{ body }]);

  const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValueOnce(new Error('no'));
  fireEvent.click(screen.getByRole('button', { name: 'Copy token' }));
  expect(await screen.findByText(/Select the token and copy it\./)).toBeTruthy();
  writeText.mockResolvedValueOnce();
  fireEvent.click(screen.getByRole('button', { name: 'Copy token' }));
  expect(await screen.findByText('Copied.')).toBeTruthy();
  expect(writeText).toHaveBeenLastCalledWith(secret);
  fireEvent.click(screen.getByRole('button', { name: 'I have stored it' }));
  expect(screen.queryByText(secret)).toBeNull();
  expect(screen.getByRole('button', { name: 'Create API token' })).toBeTruthy();
});

it('an administrator chooses what it may do, and reads what is refused', async () => {
  const form = await open({ ...staff, role: 'administrator' });
  fireEvent.click(form.getByLabelText('Import people, with the dry run'));
  fireEvent.click(form.getByLabelText('Read lists, marks and exports of batches'));
  api.refuse('createAccessToken', 400, { message: 'Choose today or a later day.' });
  fireEvent.click(form.getByRole('button', { name: 'Create API token' }));
  expect((await form.findByRole('alert')).textContent).toBe('Choose today or a later day.');
  expect(api.of('createAccessToken')[0]?.body).toMatchObject({ scopes: ['people:import'], batch: null });
});

it('each token says what it may do and until when, and is revoked', async () => {
  await open();
  const list = screen.getByRole('heading', { name: 'Your tokens' }).closest('section') as HTMLElement;
  const items = within(list).getAllByRole('listitem');
  const [live, over] = items.map((item) => item.textContent);
  expect(live).toMatch(/Our website.*Read lists, marks and exports of ONE.*Never used, ends/);
  expect(over).toMatch(/Old import.*Ended.*Import people, with the dry run.*ended/);
  api.reply('revokeAccessToken', undefined);
  fireEvent.click(screen.getByRole('button', { name: 'Revoke Our website', hidden: true }));
  await waitFor(() => expect(api.of('revokeAccessToken')).toHaveLength(1));
  expect(api.of('revokeAccessToken')[0]?.params).toEqual({ id: '7' });
});

it('a student reads that this screen is for mentors', async () => {
  await renderScreen(accountTokens, { path: '/account/tokens', user: { ...mentor, role: 'student' } });
  expect(await screen.findByText('This page is for mentors')).toBeTruthy();
  expect(api.of('listAccessTokens')).toHaveLength(0);
});
