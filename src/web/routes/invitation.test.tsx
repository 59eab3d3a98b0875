import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { messages } from '#contract/messages';
import { alertText, field, fill, press } from '#support/form-steps';
import { mockApi } from '#support/mock-api';
import { renderScreen } from '#support/render-screen';
import * as invitation from './invitation.tsx';

it('an empty form says the first failure alone, once, and the field refers to it', async () => {
  const api = mockApi();
  api.reply('readInvitation', {
    state: 'open',
    email: 'asha@example.test',
    name: null,
    batch: 'MERN-2026-11',
    course: null,
    until: '2026-12-31T00:00:00.000Z',
    asks_phone: true,
    has_account: false,
    is_own: false,
  });
  await renderScreen(invitation, { path: '/invitation', at: '/invitation?token=abc' });
  press('Create my account');
  await waitFor(() => expect(alertText()).toBe(messages.nameRequired));
  expect(screen.getAllByText(messages.nameRequired)).toHaveLength(1);
  expect(screen.queryByText(messages.passwordShort)).toBeNull();
  const { id } = screen.getByText(messages.nameRequired).closest('[id]') as HTMLElement;
  expect(field('Name').getAttribute('aria-describedby')).toContain(id);
  fill({ Name: 'Asha' });
  press('Create my account');
  await waitFor(() => expect(alertText()).toBe(messages.passwordShort));
  expect(api.of('acceptInvitation')).toEqual([]);
});
