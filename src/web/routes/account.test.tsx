import { ownAccountMessages } from '#contract/accounts/own-account-messages';
import { noticeMails } from '#contract/notices/notice-kinds';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { messages } from '#contract/messages';
import type { OwnAccount } from '#contract/accounts/own-account-calls';
import { mentor, student } from '#support/contract-fixtures';
import { mockApi } from '#support/mock-api';
import { renderScreen, renderWithRouter } from '#support/render-screen';
import { createElement } from 'react';
import { accountNotices } from '../features/accounts/own-account/account-group.tsx';
import { ProfileGroup } from '../features/accounts/own-account/profile-group.tsx';
import { SecurityGroup } from '../features/accounts/own-account/security-group.tsx';
import { defaultSite, SiteContext } from '../lib/page/site.ts';
import * as account from './account.tsx';

const now = '2026-11-21T09:00:00.000Z';
const session = { id: 'here', device: 'Firefox on Linux', began_at: now, used_at: now, is_this: true };
const own: OwnAccount = {
  s_id: student.s_id,
  s_name: student.s_name,
  phone: '9876543210',
  new_email: null,
  deletion_asked_at: null,
  sessions: [session],
  second_factor: { offers_passkeys: true, factors: [], recovery_codes_left: 0, is_proven: true },
  mails: [
    { mail: 'marks', is_on: true },
    { mail: 'answers', is_on: false },
  ],
};

async function open(given: Partial<OwnAccount> = {}, user = student) {
  const api = mockApi();
  api.reply('readOwnAccount', { ...own, ...given });
  api.reply('readSession', { student: user });
  api.reply('readCalendarAddress', { address: null });
  await renderScreen(account, { path: '/account', user });
  await screen.findByRole('heading', { name: 'Profile' });
  return api;
}
const sectionOf = (name: string) =>
  within(screen.getByRole('heading', { name }).closest('section') as HTMLElement);
const fill = (section: ReturnType<typeof within>, fields: Record<string, string>) =>
  Object.entries(fields).forEach(([label, value]) =>
    fireEvent.change(section.getByLabelText(label), { target: { value } }),
  );
const press = (section: ReturnType<typeof within>, name: string) =>
  fireEvent.click(section.getByRole('button', { name, hidden: true }));

it('name and phone are checked, sent once a press, and told', async () => {
  const api = await open();
  api.reply('changeProfile', { message: ownAccountMessages.profileSaved });
  const section = sectionOf('Profile');
  fill(section, { Name: 'Asha https://evil.test', 'Phone Number': '98' });
  press(section, 'Save');
  expect((await section.findByRole('alert')).textContent).toBe(messages.nameNotPlain);
  expect(section.getByText(messages.phoneInvalid)).toBeTruthy();
  fill(section, { Name: ' Asha M. ', 'Phone Number': '98765 43-210' });
  press(section, 'Save');
  expect((await screen.findByText(ownAccountMessages.profileSaved)).closest('[role=status]')).not.toBeNull();
  expect(api.of('changeProfile')).toMatchObject([{ body: { name: 'Asha M.', phone: '9876543210' } }]);
  expect(api.of('changeProfile')[0]?.headers.get('Idempotency-Key')).toMatch(/^[0-9a-f]{32}$/);
});

it.each([
  ['name', { Name: 'Asha Menon' }, { s_name: 'Asha Menon' }],
  ['phone', { 'Phone Number': '98765 00000' }, { phone: '9876500000' }],
] as const)(
  'says that it was saved after a change of the %s, and shows what was saved',
  async (_, typed, saved) => {
    const api = await open();
    api.reply('changeProfile', { message: ownAccountMessages.profileSaved });
    const section = sectionOf('Profile');
    fill(section, typed);
    const after = { ...own, ...saved };
    api.reply('readOwnAccount', after);
    press(section, 'Save');
    await screen.findByText(ownAccountMessages.profileSaved);
    await waitFor(() => expect(api.of('readOwnAccount')).toHaveLength(2));
    await waitFor(() =>
      expect(section.getByLabelText<HTMLInputElement>('Phone Number').value).toBe(after.phone),
    );
    await waitFor(() => expect(section.getByLabelText<HTMLInputElement>('Name').value).toBe(after.s_name));
    // The new values are there, and the message has stayed.
    await expect(screen.findByText(ownAccountMessages.profileSaved)).resolves.toBeTruthy();
  },
);

it('shows what the office has corrected meanwhile, and keeps what is typed', async () => {
  const api = await open();
  const section = sectionOf('Profile');
  const field = (label: string) => section.getByLabelText<HTMLInputElement>(label);
  fill(section, { Name: 'Asha Rao' });
  const message = 'Your details were changed in the meantime. Your version is not saved yet.';
  api.replyConflict('changeProfile', message, { s_name: 'Asha Menon', phone: '9000000009' });
  press(section, 'Save');
  const alert = within(await section.findByRole('alert'));
  expect(alert.getByText(message)).toBeTruthy();
  expect([alert.getByText('Asha Menon'), alert.getByText('Asha Rao')]).toHaveLength(2);
  expect([field('Name').value, field('Phone Number').value]).toEqual(['Asha Rao', '9000000009']);
  expect(api.of('changeProfile')[0]?.body).toEqual({
    name: 'Asha Rao',
    phone: own.phone,
    began: { name: own.s_name },
  });
  fireEvent.click(alert.getByRole('button', { name: 'Keep the other version' }));
  await waitFor(() => expect(field('Name').value).toBe('Asha Menon'));
  expect(section.queryByRole('alert')).toBeNull();
});

it('keeps what is typed while the profile is saved', async () => {
  const api = await open();
  const section = sectionOf('Profile');
  fill(section, { Name: 'Asha Rao' });
  const saved = Promise.withResolvers<{ message: string }>();
  api.replyWith('changeProfile', () => saved.promise);
  press(section, 'Save');
  await waitFor(() => expect(api.of('changeProfile')).toHaveLength(1));
  fill(section, { 'Phone Number': '9000000009' });
  api.reply('readOwnAccount', { ...own, s_name: 'Asha Rao' });
  saved.resolve({ message: ownAccountMessages.profileSaved });
  await screen.findByText(ownAccountMessages.profileSaved);
  await waitFor(() => expect(api.of('readOwnAccount')).toHaveLength(2));
  expect(section.getByLabelText<HTMLInputElement>('Phone Number').value).toBe('9000000009');
  expect(section.getByLabelText<HTMLInputElement>('Name').value).toBe('Asha Rao');
});

it('a form that goes with its success leaves a message, which has the focus', async () => {
  const api = await open({ deletion_asked_at: now });
  api.reply('withdrawDeletion', { message: ownAccountMessages.deletionWithdrawn });
  api.reply('readOwnAccount', own);
  screen.getByRole('button', { name: 'Cancel request' }).focus();
  press(sectionOf('Delete your account'), 'Cancel request');
  const message = (await screen.findByText(ownAccountMessages.deletionWithdrawn)).closest('[role=status]');
  expect(screen.queryByRole('button', { name: 'Cancel request' })).toBeNull();
  await waitFor(() => expect(document.activeElement).toBe(message));
});

it('a saved field keeps the focus', async () => {
  const api = await open();
  api.reply('changeProfile', { message: ownAccountMessages.profileSaved });
  const name = sectionOf('Profile').getByLabelText('Name');
  name.focus();
  fireEvent.change(name, { target: { value: 'Asha Menon' } });
  api.reply('readOwnAccount', { ...own, s_name: 'Asha Menon' });
  fireEvent.submit(name.closest('form') as HTMLFormElement);
  await screen.findByText(ownAccountMessages.profileSaved);
  await waitFor(() => expect(name).toHaveProperty('value', 'Asha Menon'));
  expect(document.activeElement).toBe(name);
});

it('a press after a lost answer has the same key, one with other fields another', async () => {
  const api = await open();
  api.refuse('changeEmail', 503, { message: 'Busy' });
  const section = sectionOf('Email');
  const to = (address: string) => fill(section, { 'New email': address, 'Current password': 'secret1' });
  const pressAgain = async (count: number) => {
    press(section, 'Send the link');
    await waitFor(() => expect(api.of('changeEmail')).toHaveLength(count));
    await waitFor(() => expect(section.getByRole('alert').textContent).toContain('Busy'));
  };
  to('a@example.test');
  await pressAgain(1);
  await pressAgain(2);
  to('b@example.test');
  await pressAgain(3);
  const keys = api.of('changeEmail').map(({ headers }) => headers.get('Idempotency-Key'));
  expect(keys[1]).toBe(keys[0]);
  expect(keys[2]).not.toBe(keys[0]);
});

it('a new password shows how strong it is, what speaks against it, and itself on demand', async () => {
  const api = await open();
  api.reply('changePassword', {
    message: ownAccountMessages.passwordChanged,
    advice: 'It is guessed at once.',
  });
  const section = sectionOf('Password');
  const field = () => section.getByLabelText<HTMLInputElement>('New password');
  fill(section, { 'New password': student.s_id });
  expect(await section.findByText(/made of your own name or email/)).toBeTruthy();
  expect(section.getByText('Password strength: weak')).toBeTruthy();
  fill(section, { 'New password': 'password' });
  expect(await section.findByText(/most used passwords/)).toBeTruthy();
  fill(section, { 'New password': 'monsoon-7-Kayal-lamp' });
  expect(await section.findByText('Password strength: strong')).toBeTruthy();
  expect(section.queryByText(/guessed at once/)).toBeNull();
  const [, show] = section.getAllByRole('button', { name: 'Show password', hidden: true });
  fireEvent.click(show as HTMLElement);
  expect(field().type).toBe('text');
  press(section, 'Change the password');
  expect((await section.findByRole('alert', { hidden: true })).textContent).toBe(
    messages.currentPasswordRequired,
  );
  fill(section, { 'Current password': 'secret1' });
  press(section, 'Change the password');
  expect(await screen.findByText(/But please note: It is guessed at once/)).toBeTruthy();
  expect(field().value, 'nothing typed stays').toBe('');
});

it('an address that waits for its link is named', async () => {
  await open({ new_email: 'asha.menon@example.test' });
  expect(sectionOf('Email').getByText('asha.menon@example.test')).toBeTruthy();
});

it('sessions name their device, and all but this one can be ended', async () => {
  const others = ['a', 'b'].map((id) => ({ ...session, id, device: null, is_this: false }));
  const api = await open({ sessions: [session, ...others] });
  api.reply('endSession', undefined);
  api.reply('endOtherSessions', undefined);
  const section = sectionOf('Where you are logged in');
  const [here, other] = section.getAllByRole('listitem');
  expect(here?.textContent).toContain('Firefox on LinuxThis device');
  expect(within(here as HTMLElement).queryByRole('button')).toBeNull();
  fireEvent.click(
    within(other as HTMLElement).getByRole('button', { name: 'Log out device: unknown device' }),
  );
  await waitFor(() => expect(api.of('endSession')).toMatchObject([{ params: { id: 'a' } }]));
  await screen.findByText('The device has been logged out.');
  press(section, 'Log out all other devices');
  await waitFor(() => expect(api.of('endOtherSessions')).toHaveLength(1));
});

it('deletion is asked for with the password, and a wish can be taken back', async () => {
  const api = await open();
  api.reply('askDeletion', { message: ownAccountMessages.deletionAsked });
  press(sectionOf('Delete your account'), 'Send request');
  expect((await sectionOf('Delete your account').findByRole('alert', { hidden: true })).textContent).toBe(
    messages.currentPasswordRequired,
  );
  fill(sectionOf('Delete your account'), { 'Current password': 'secret1' });
  api.reply('readOwnAccount', { ...own, deletion_asked_at: now });
  press(sectionOf('Delete your account'), 'Send request');
  expect(
    await sectionOf('Delete your account').findByRole('button', { name: 'Cancel request' }),
  ).toBeTruthy();
  api.reply('withdrawDeletion', { message: ownAccountMessages.deletionWithdrawn });
  press(sectionOf('Delete your account'), 'Cancel request');
  await waitFor(() => expect(api.of('withdrawDeletion')).toHaveLength(1));
});

it.each([
  ['required', '/staff'],
  ['none', undefined],
] as const)(
  'where two-step verification was %s, saved recovery codes lead on to %s',
  async (second_factor, leadsTo) => {
    const user = { ...mentor, role: 'administrator', second_factor } as const;
    const api = await open({}, user);
    const app = { secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/x', picture: { size: 1, path: 'M0 0' } };
    api.reply('beginApp', app);
    api.reply('addApp', { message: '', recovery_codes: ['D1E9-0H6Z-YK0A'] });
    const section = sectionOf('Security');
    press(section, 'Set up an authenticator app');
    fireEvent.change(await section.findByLabelText('Code'), { target: { value: '123456' } });
    api.reply('readSession', { student: { ...user, second_factor: 'set' } });
    press(section, 'Add the app');
    await section.findByText('D1E9-0H6Z-YK0A');
    press(section, 'I have saved them');
    await waitFor(() => expect(screen.queryByText('D1E9-0H6Z-YK0A')).toBeNull());
    await waitFor(() => expect(screen.queryByTestId('elsewhere')?.textContent).toBe(leadsTo));
  },
);

it('where the account could not be loaded one can still log out', async () => {
  const api = mockApi();
  api.refuse('readOwnAccount', 500, { message: 'Broken' });
  api.reply('readCalendarAddress', { address: null });
  await renderScreen(account, { path: '/account', user: mentor });
  expect(await screen.findByText('Your account could not be loaded')).toBeTruthy();
  expect(screen.getAllByRole('button', { name: 'Logout' }).length).toBeGreaterThan(0);
});

it('turns a kind of mail off, and on again', async () => {
  const api = await open();
  const marks = screen.getByRole('button', { name: 'On: by email, My mark is released' });
  const answers = screen.getByRole('button', {
    name: `Off: by email, ${noticeMails.answers.label}`,
  });
  expect([marks, answers].map((button) => button.getAttribute('aria-pressed'))).toEqual(['true', 'false']);
  api.reply('chooseMail', { mail: 'marks', is_on: false });
  fireEvent.click(marks);
  await waitFor(() => expect(api.of('chooseMail')).toHaveLength(1));
  expect(api.of('chooseMail').map(({ body }) => body)).toEqual([{ mail: 'marks', is_on: false }]);
  expect(api.of('chooseMail')[0]?.headers.get('Idempotency-Key')).toMatch(/\w/);
  await waitFor(() => expect(api.of('readOwnAccount')).toHaveLength(2));
});

it('a requested email can be cancelled', async () => {
  const api = await open({ new_email: 'asha.menon@example.test' });
  const section = sectionOf('Email');
  expect(section.getByRole('note').textContent).toContain('asha.menon@example.test');
  api.reply('withdrawEmail', undefined);
  api.reply('readOwnAccount', own);
  press(section, 'Cancel the change');
  await screen.findByText(accountNotices['new-email-withdrawn']);
  expect(screen.queryByRole('note')).toBeNull();
});

describe('without a password', () => {
  const factors = { ...own.second_factor, is_proven: false };

  it('asks for no password anywhere, and says what to do instead', async () => {
    const api = await open({ has_password: false, second_factor: factors });
    expect(document.querySelector('input[type=password]')).toBeNull();
    expect(sectionOf('Password').getByText(/no password. You log in with your academy account/)).toBeTruthy();
    for (const name of ['Email', 'Two-step verification', 'Delete your account'])
      expect(sectionOf(name).getByText(/Log in again first/), name).toBeTruthy();
    api.refuse('askDeletion', 403, { message: 'Please log in again', code: 'forbidden' });
    press(sectionOf('Delete your account'), 'Send request');
    await screen.findByText('Please log in again');
    expect(api.of('askDeletion')).toMatchObject([{ body: {} }]);
  });

  it('goes on after a recent login', async () => {
    const api = await open({ has_password: false });
    const section = sectionOf('Email');
    expect(section.getByText(/no password is needed/)).toBeTruthy();
    api.reply('changeEmail', { message: ownAccountMessages.newEmailSent });
    fill(section, { 'New email': 'new@example.test' });
    press(section, 'Send the link');
    await screen.findByText(ownAccountMessages.newEmailSent);
    expect(api.of('changeEmail')).toMatchObject([{ body: { email: 'new@example.test' } }]);
  });
});

it.each([
  [student, 'the office'],
  [{ ...mentor, role: 'administrator' as const }, 'the operator of the server'],
])('without email, $role is told who helps', async (user, helper) => {
  const site = { ...defaultSite, sendsMail: false };
  const group = (part: typeof SecurityGroup) =>
    renderWithRouter(
      createElement(
        SiteContext,
        { value: site },
        createElement(part, { user, account: own, hasCalendar: false }),
      ),
    );
  await group(ProfileGroup);
  expect(screen.getByText(`To change it, ask ${helper}.`)).toBeTruthy();
  await group(SecurityGroup);
  expect(screen.getByText(`Forgotten? Ask ${helper} for a link.`)).toBeTruthy();
});

it('makes the address of the calendar, shows it to copy, and removes it', async () => {
  const api = await open();
  const address = 'https://portal.example/api/calendar/secret';
  api.reply('makeCalendarAddress', { address });
  api.reply('readCalendarAddress', { address });
  press(sectionOf('Calendar'), 'Create calendar link');
  expect(await screen.findByLabelText('Private link')).toHaveProperty('value', address);
  expect(screen.getByRole('link', { name: /calendar of this device/ }).getAttribute('href')).toBe(
    'webcal://portal.example/api/calendar/secret',
  );
  api.reply('removeCalendarAddress', undefined);
  api.reply('readCalendarAddress', { address: null });
  press(sectionOf('Calendar'), 'Remove calendar link');
  await waitFor(() => expect(screen.queryByLabelText('Private link')).toBeNull());
});

it.each([
  ['https://portal.example/api/calendar/secret', 'sessions-ended-calendar'],
  [null, 'sessions-ended'],
] as const)(
  'says that logging out all other devices ends the calendar link, with the link %s',
  async (address, notice) => {
    const sessions = [session, ...['b', 'c'].map((id) => ({ ...session, id, is_this: false }))];
    const api = await open({ sessions });
    api.reply('makeCalendarAddress', { address });
    api.reply('readCalendarAddress', { address });
    press(sectionOf('Calendar'), 'Create calendar link');
    const security = sectionOf('Where you are logged in');
    const said = 'This also ends your calendar link. You can create a new one.';
    await waitFor(() => expect(security.queryByText(said) !== null).toBe(address !== null));
    api.reply('endOtherSessions', undefined);
    api.reply('readCalendarAddress', { address });
    press(security, 'Log out all other devices');
    await screen.findByText(accountNotices[notice]);
  },
);

it('shows the account where the calendar could not be loaded', async () => {
  const api = mockApi();
  api.reply('readOwnAccount', own);
  api.reply('readSession', { student });
  api.refuse('readCalendarAddress', 500, { message: 'Broken' });
  await renderScreen(account, { path: '/account', user: student });
  await screen.findByRole('heading', { name: 'Notifications' });
  expect(screen.queryByRole('heading', { name: 'Calendar' })).toBeNull();
});
