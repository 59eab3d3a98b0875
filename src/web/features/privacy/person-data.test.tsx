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
