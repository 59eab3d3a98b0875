import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import type { ConsentState } from '#contract/accounts/consent-calls';
import { mentor, student } from '#support/contract-fixtures';
import { mockApi } from '#support/mock-api';
import { renderScreen } from '#support/render-screen';
import * as account from './account.tsx';
import * as consent from './consent.tsx';
import * as staffConsent from './staff-consent.tsx';

const since = '2026-11-21T09:00:00.000Z';
const terms: ConsentState = {
  subject: 'terms',
  current: { version: 2, sha256: 'b'.repeat(64), since, note: 'Who may copy code.' },
  asks: true,
  given: [{ version: 1, sha256: 'a'.repeat(64), form: 'signup', given_at: since, withdrawn_at: null }],
};
const own = {
  s_id: student.s_id,
  s_name: student.s_name,
  phone: '9876543210',
  new_email: null,
  deletion_asked_at: null,
  sessions: [],
  second_factor: { offers_passkeys: true, factors: [], recovery_codes_left: 0, is_proven: true },
  mails: [],
};
const press = (name: string) => userEvent.click(screen.getByRole('button', { name, hidden: true }));

it('changed words are agreed to by a tick, in the version that is shown', async () => {
  const api = mockApi();
  api.reply('readOwnAccount', { ...own, consents: [terms] });
  api.reply('giveConsent', { message: 'Saved.' });
  api.reply('readSession', { student });
  const { router } = await renderScreen(consent, {
    path: '/consent',
    at: '/consent?next=%2Fviva',
    user: { ...student, consent: 'asked' },
  });
  expect(await screen.findByText('Change: Who may copy code.')).toBeTruthy();
  await press('Agree and continue');
  expect(api.of('giveConsent')).toEqual([]);
  fireEvent.click(screen.getByLabelText('I agree to the terms and conditions'));
  await press('Agree and continue');
  await waitFor(() => expect(router.state.location.pathname).toBe('/viva'));
  expect(api.of('giveConsent').map(({ body }) => body)).toEqual([{ terms: 2 }]);
});

it('under the account a consent is withdrawn with the password, after what follows is said', async () => {
  const api = mockApi();
  api.reply('readOwnAccount', { ...own, consents: [{ ...terms, asks: false }] });
  api.reply('readCalendarAddress', { address: null });
  api.reply('readSession', { student });
  api.reply('withdrawConsent', { message: 'Withdrawn.' });
  await renderScreen(account, { path: '/account', user: student });
  expect(await screen.findByText(/^The office gets a request to delete your account/)).toBeTruthy();
  const form = screen
    .getByRole('button', { name: 'Withdraw consent', hidden: true })
    .closest('form') as HTMLFormElement;
  const password = form.querySelector('[name=current_password]') as HTMLInputElement;
  fireEvent.change(password, { target: { value: 'secret1' } });
  await press('Withdraw consent');
  await waitFor(() =>
    expect(api.of('withdrawConsent').map(({ body }) => body)).toEqual([
      { subject: 'terms', current_password: 'secret1' },
    ]),
  );
});

it('a link to the guardian focuses that form, and an empty one marks its first field', async () => {
  const api = mockApi();
  api.reply('readOwnAccount', { ...own, guardian: { name: null, contact: null, confirmed_at: null } });
  api.reply('readCalendarAddress', { address: null });
  const { router } = await renderScreen(account, { path: '/account', at: '/elsewhere', user: student });
  await act(() => router.navigate('/account#guardian'));
  await waitFor(() => expect(document.activeElement?.id).toBe('guardian'));
  // Whoever has left it is not called back by a change of the screen.
  await act(async () => {
    document.getElementById('guardian')?.blur();
    screen.getByRole('main').append(document.createElement('p'));
  });
  expect(document.activeElement).toBe(document.body);
  await press('Save guardian');
  const name = screen.getByLabelText(/^Guardian’s name/);
  await waitFor(() => expect(document.activeElement).toBe(name));
  expect(name.getAttribute('aria-invalid')).toBe('true');
  expect(api.of('changeGuardian')).toEqual([]);
});

it('the office asks everyone again, and turns the question for a guardian on', async () => {
  const api = mockApi();
  const version = {
    version: 2,
    sha256: 'b'.repeat(64),
    recorded_at: since,
    asked_at: null,
    note: null,
    agreed: 1,
  };
  const rules = {
    subjects: [{ subject: 'terms' as const, versions: [version], without: 412 }],
    asks_guardian: false,
    unconfirmed: [],
  };
  api.reply('readConsentRules', rules);
  api.reply('listWithoutRemoteConsent', { students: [], count: 0 });
  api.reply('askConsent', rules);
  api.reply('setGuardianRule', { ...rules, asks_guardian: true });
  await renderScreen(staffConsent, { path: '/staff/consent', user: { ...mentor, role: 'administrator' } });
  expect(await screen.findByText(/^412 students have not agreed to version 2\./)).toBeTruthy();
  await press('Ask 412 students');
  await waitFor(() =>
    expect(api.of('askConsent').map(({ body }) => body)).toEqual([
      { subject: 'terms', version: 2, note: '', began: { note: '' } },
    ]),
  );
  await press('Ask for a guardian');
  await waitFor(() => expect(api.of('setGuardianRule').map(({ body }) => body)).toEqual([{ asks: true }]));
});
