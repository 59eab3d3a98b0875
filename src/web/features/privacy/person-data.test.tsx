import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import type { PersonData as Data } from '#contract/privacy/calls';
import type { MockApi } from '#support/mock-api';
import { mockMentorPortal } from '#support/portal-answers';
import { renderWithRouter } from '#support/render-screen';
import { clientAction } from '../../routes/staff-person.tsx';
import { PersonData } from './person-data.tsx';

const at = '2026-11-21T09:00:00.000Z';
const data: Data = {
  s_id: 'asha@example.test',
  s_name: 'Asha Kumari',
  deletion_asked_at: at,
  anonymised: null,
  goes: { files: 1, bytes: 2048, posts: 3, mails: 4, notices: 5, notes: 1 },
  stays: { hand_ins: 2, marks: 1 },
  backups: [{ made_at: at, place: '/mnt/backup' }],
};
const addressOf = (s_id: string) => `/staff/people/${encodeURIComponent(s_id)}`;

let api: MockApi;
beforeEach(async () => (api = await mockMentorPortal()));

it('says before the press what goes and what stays, and in which backups it is; then leads to who stands there', async () => {
  await renderWithRouter(<PersonData data={data} />, '/', (args) =>
    clientAction({ ...args, params: { s_id: data.s_id } }),
  );
  expect(screen.getByText(/^Deletion requested on/)).toBeTruthy();
  const everything = screen.getByRole('link', { name: 'Export everything' });
  expect(everything.getAttribute('href')).toBe('/api/staff/people/asha%40example.test/export');
  const fold = within(screen.getByRole('group'));
  const lines = fold.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(lines).toContain('3 posts in the forum, with earlier versions');
  expect(lines).toContain('4 sent emails, 5 notices, 1 staff note');
  expect(lines.some((line) => line.includes('1 file of 2 KB'))).toBe(true);
  expect(
    lines.some((line) => line.startsWith('Receipt number, task, times, size and SHA-256 of 2 submissions')),
  ).toBe(true);
  expect(lines.some((line) => line.endsWith('in /mnt/backup'))).toBe(true);

  const anonymised = { at, by: 'Bina', reason: 'Asked.', files_gone_at: null };
  const after = { ...data, s_id: 'removed-1@removed.invalid', s_name: 'Anonymised person', anonymised };
  api.reply('anonymisePerson', { ...after, deletion_asked_at: null });
  fireEvent.change(screen.getByLabelText(/^Email of the person/), { target: { value: data.s_id } });
  fireEvent.change(screen.getByLabelText(/^Reason/), { target: { value: 'Asked.' } });
  fireEvent.click(screen.getByRole('button', { name: 'Anonymise permanently' }));
  await waitFor(() => expect(screen.getByTestId('elsewhere').textContent).toBe(addressOf(after.s_id)));
  expect(api.requests.at(-1)).toMatchObject({
    name: 'anonymisePerson',
    params: { s_id: data.s_id },
    body: { address: data.s_id, reason: 'Asked.' },
  });
});

it('says of somebody who is anonymised when and why, and asks for nothing', async () => {
  const anonymised = { at, by: null, reason: 'Asked.', files_gone_at: at };
  const gone = { ...data, deletion_asked_at: null, anonymised };
  await renderWithRouter(<PersonData data={gone} />);
  expect(screen.getByText('Anonymised on').parentElement?.textContent).toMatch(/^Anonymised on .*: Asked\.$/);
  expect(screen.getByText(/^All files were deleted on/)).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
  expect(screen.queryByText('Removed permanently')).toBeNull();
});

const hold = { reason: 'A complaint is open.', by: 'Latha', at };
const shown = { ...data, deletion_asked_at: null, removal: null, batch_hold: null };

it('sets a hold, changes its reason, and removes the one that was seen', async () => {
  const act = (args: Parameters<typeof clientAction>[0]) =>
    clientAction({ ...args, params: { s_id: data.s_id } });
  const { unmount } = await renderWithRouter(<PersonData data={{ ...shown, hold: null }} />, '/', act);
  api.reply('holdPerson', { hold });
  const [reason] = screen.getAllByLabelText(/^Reason/);
  fireEvent.change(reason as HTMLElement, { target: { value: hold.reason } });
  fireEvent.click(screen.getByRole('button', { name: 'Set a hold' }));
  await waitFor(() => expect(api.of('holdPerson')).toHaveLength(1));
  expect(api.of('holdPerson')[0]).toMatchObject({ body: { reason: hold.reason, began: { reason: '' } } });
  unmount();

  await renderWithRouter(<PersonData data={{ ...shown, hold }} />, '/', act);
  expect(screen.getByText('Set by Latha on')).toBeTruthy();
  api.reply('removePersonHold', { hold: null });
  fireEvent.click(screen.getByRole('button', { name: 'Remove the hold' }));
  await waitFor(() => expect(api.of('removePersonHold')).toHaveLength(1));
  expect(api.of('removePersonHold')[0]).toMatchObject({ body: { began: { reason: hold.reason } } });
});

it('says that the batch has a hold, and when data is removed automatically', async () => {
  const removal = { not_before: at, person_notified_at: null };
  const held = { ...shown, hold: null, batch_hold: { ...hold, batch: 'OURS' }, removal };
  await renderWithRouter(<PersonData data={held} />);
  expect(screen.getByText('The batch OURS has a hold: A complaint is open.')).toBeTruthy();
  expect(screen.getByText(/^This person’s data will be removed automatically/)).toBeTruthy();
});
