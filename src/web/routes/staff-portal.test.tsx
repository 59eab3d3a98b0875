import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { mentor } from '#support/contract-fixtures';
import { mockApi } from '#support/mock-api';
import { renderScreen } from '#support/render-screen';
import * as route from './staff-portal.tsx';

const user = { ...mentor, role: 'administrator' } as const;

const page = (held_mails: number) => ({
  checked_at: '2026-11-21T09:00:00.000Z',
  checks: [],
  held_mails,
  settings: [],
  build: '1.1.0, commit 8eb741c8d3a0',
});

it.each([
  ['Send 4 emails', 'send'],
  ['Delete 4 emails', 'drop'],
])('asks once about email that was never sent: %s', async (label, decision) => {
  const api = mockApi();
  api.reply('readPortalChecks', page(4));
  await renderScreen(route as never, { path: '/staff/portal', user });
  expect(await screen.findByText(/4 emails are older than two days and were never sent/)).toBeTruthy();
  api.reply('settleHeldMail', { message: '4 emails.' });
  api.reply('readPortalChecks', page(0));
  fireEvent.click(screen.getByRole('button', { name: label }));
  await waitFor(() => expect(screen.queryByText(/never sent/)).toBeNull());
  expect(api.of('settleHeldMail').map(({ body }) => body)).toEqual([{ decision }]);
});

it('names the version and the commit at its foot', async () => {
  const api = mockApi();
  api.reply('readPortalChecks', page(0));
  await renderScreen(route as never, { path: '/staff/portal', user });
  const line = await screen.findByText('Version 1.1.0, commit 8eb741c8d3a0');
  const form = screen.getByRole('form', { name: 'Test email' });
  expect(form.compareDocumentPosition(line)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});
