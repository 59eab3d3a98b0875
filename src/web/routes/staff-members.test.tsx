import { fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import type { Person } from '#contract/people/calls';
import type { StaffMember } from '#contract/people/staff-member-calls';
import { mentor } from '#support/contract-fixtures';
import { mockApi, type MockApi } from '#support/mock-api';
import { renderScreen } from '#support/render-screen';
import * as staffMembers from './staff-members.tsx';
import * as staffPerson from './staff-person.tsx';

const administrator = { ...mentor, role: 'administrator' as const, batches: ['ONE', 'TWO'] };
const at = '2026-11-10T04:05:06.789Z';
const member = (name: string, of: Partial<StaffMember> = {}): StaffMember => ({
  id: String(name.length),
  s_id: `${name.toLowerCase()}@example.test`,
  s_name: name,
  role: 'mentor',
  batches: ['ONE'],
  since: at,
  seen_at: null,
  has_password: true,
  has_second_factor: false,
  suspended: false,
  is_own: false,
  ...of,
});

let api: MockApi;
beforeEach(() => {
  api = mockApi();
  api.reply('listStaff', {
    members: [
      member('Ravi', { has_password: false }),
      member('Devika', { suspended: true }),
      member('Meena', { role: 'administrator', batches: [], has_second_factor: true, is_own: true }),
    ],
    next: '7',
  });
});

const open = async (address = '/staff/members') => {
  await renderScreen(staffMembers, { path: '/staff/members', at: address, user: administrator });
  return screen.findByRole('table');
};

it('says of each who they are, and leads to what is done for them', async () => {
  const table = within(await open('/staff/members?after=9'));
  expect(api.of('listStaff')[0]?.query).toEqual({ after: '9' });
  const cells = (name: RegExp) =>
    within(table.getByRole('row', { name }))
      .getAllByRole('cell')
      .map(({ textContent }) => textContent);
  expect(cells(/Ravi.*No password yet/)).toEqual([
    'ravi@example.test',
    'Mentor',
    'ONE',
    expect.any(String),
    'Never',
    'No',
  ]);
  expect(cells(/Meena \(you\)/)).toEqual([
    expect.any(String),
    'Administrator',
    'All',
    expect.any(String),
    'Never',
    'Yes',
  ]);
  expect(table.getByRole('row', { name: /Devika.*Suspended/ })).toBeTruthy();
  expect(table.getByRole('link', { name: 'Ravi' }).getAttribute('href')).toBe(
    '/staff/people/ravi%40example.test',
  );
  expect(screen.getByRole('link', { name: 'Older accounts' }).getAttribute('href')).toBe(
    '/staff/members?after=7',
  );
  expect(screen.getByRole('link', { name: 'To the newest' }).getAttribute('href')).toBe('/staff/members');
});

const invite = (fields: Record<string, string>, ticked: readonly string[] = []) => {
  const form = within(screen.getByRole('button', { name: 'Invite' }).closest('form') as HTMLElement);
  for (const [label, value] of Object.entries(fields))
    fireEvent.change(form.getByLabelText(label), { target: { value } });
  for (const batch of ticked) fireEvent.click(form.getByLabelText(batch));
  fireEvent.click(form.getByRole('button', { name: 'Invite' }));
};

it('invites a mentor of batches, and says where the link is', async () => {
  await open();
  const anu = member('Anu', { has_password: false });
  api.reply('inviteStaffMember', { member: anu, link: null, expires_at: at }, 201);
  invite({ Name: 'Anu', Email: 'anu@example.test' }, ['TWO']);
  expect((await screen.findByText(/^Anu is a mentor now\./)).textContent).toContain(
    'was emailed to anu@example.test',
  );
  expect(api.of('inviteStaffMember')[0]?.body).toEqual({
    email: 'anu@example.test',
    name: 'Anu',
    role: 'mentor',
    batches: ['TWO'],
  });
});

it('invites an examiner, and says how one who had an account logs in', async () => {
  await open();
  const examiner = { s_id: 'nair@example.test', s_name: 'Prof. Nair', has_password: false };
  const link = 'https://portal.test/reset-password?token=abc';
  api.reply('inviteExaminer', { examiner, link, expires_at: at }, 201);
  invite({ Name: 'Prof. Nair', Email: 'nair@example.test', Role: 'examiner' });
  expect(screen.queryByRole('group', { name: 'Batches to mentor' })).toBeNull();
  expect(await screen.findByText(link)).toBeTruthy();
  expect(api.of('inviteExaminer')[0]?.body).toEqual({ email: 'nair@example.test', name: 'Prof. Nair' });
  expect(api.of('inviteStaffMember')).toEqual([]);
  api.reply(
    'inviteExaminer',
    { examiner: { ...examiner, has_password: true }, link: null, expires_at: at },
    201,
  );
  invite({ Name: 'Prof. Nair', Email: 'nair@example.test', Role: 'examiner' });
  expect(await screen.findByText(/They log in with the password that they have\.$/)).toBeTruthy();
});

it('shows the link where no mail is sent, and a refusal in its words', async () => {
  await open();
  api.refuse('inviteStaffMember', 409, { message: 'anu@example.test belongs to a student.' });
  invite({ Name: 'Anu', Email: 'anu@example.test', Role: 'administrator' });
  expect((await screen.findByRole('alert')).textContent).toContain('belongs to a student');
  const link = 'https://portal.test/reset-password?token=abc';
  const anu = member('Anu', { role: 'administrator', batches: [] });
  api.reply('inviteStaffMember', { member: anu, link, expires_at: at }, 201);
  invite({});
  expect(await screen.findByText(link)).toBeTruthy();
  expect(screen.getByText(/^Anu is an administrator now\./)).toBeTruthy();
});

const { since: _, ...ravi } = member('Ravi');
const person: Person = {
  ...ravi,
  phone: null,
  batch: null,
  typed_batch: null,
  project: null,
  confirmed: true,
  asks_deletion: false,
  anonymised: false,
  signed_up_at: at,
  course: null,
  exit_score: null,
  grade: null,
  imported: null,
  start_date: null,
  confirmed_at: at,
  suspended_at: null,
  suspension_reason: null,
  anonymised_at: null,
  deletion_asked_at: null,
  former_addresses: [],
  new_address: null,
  sessions: 0,
  mails: true,
  places: [],
};
const openPerson = async (of: Partial<Person> = {}) => {
  api.reply('readPerson', { ...person, ...of });
  api.reply('listMentoredBatches', []);
  await renderScreen(staffPerson, {
    path: '/staff/people/:s_id',
    at: '/staff/people/ravi%40example.test',
    user: administrator,
  });
  await screen.findByRole('heading', { level: 1, name: 'Ravi' });
};

it('a mentor gets another role and further batches on their own page', async () => {
  await openPerson();
  expect(screen.getByRole('link', { name: 'All staff' })).toBeTruthy();
  const form = within(
    screen.getByRole('button', { name: 'Change role and batches' }).closest('form') as HTMLElement,
  );
  expect(form.queryByLabelText('ONE')).toBeNull();
  fireEvent.click(form.getByLabelText('TWO'));
  api.reply('changeStaffMember', member('Ravi', { batches: ['ONE', 'TWO'] }));
  fireEvent.click(form.getByRole('button'));
  await screen.findByText('The role is changed.');
  expect(api.of('changeStaffMember')[0]).toMatchObject({
    params: { s_id: 'ravi@example.test' },
    body: { role: 'mentor', batches: ['TWO'] },
  });
});

it('nobody is offered another role of their own', async () => {
  await openPerson({ role: 'administrator', is_own: true });
  expect(screen.getByText(/^You cannot change your own role/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Change role and batches' })).toBeNull();
});

it('an examiner is removed with the open work that was shown', async () => {
  api.reply('readExaminer', {
    invited_at: at,
    removed_at: null,
    to_come: 2,
    without_result: 0,
    batches: ['ONE'],
  });
  await openPerson({ examiner: 'active', batches: [] });
  expect(screen.getByText('2 vivas to come. Choose another examiner in the plan.')).toBeTruthy();
  api.reply('removeExaminer', undefined, 204);
  fireEvent.click(screen.getByRole('button', { name: 'Remove Ravi', hidden: true }));
  await screen.findByText('The examiner is removed.');
  expect(api.of('removeExaminer')[0]?.body).toEqual({ began: { to_come: 2, without_result: 0 } });
});
