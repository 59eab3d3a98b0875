import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import type { StaffSubmission } from '#contract/marking/calls';
import { mentor, staffSubmission } from '#support/contract-fixtures';
import type { MockApi } from '#support/mock-api';
import { answerQueue, mockMentorPortal } from '#support/portal-answers';
import { renderScreen } from '#support/render-screen';
import * as staff from '../../routes/staff.tsx';

const of = (number: string, version: number, fields: Partial<StaffSubmission> = {}) =>
  staffSubmission({
    number,
    version,
    student: { s_id: 'asha@x.test', s_name: 'Asha' },
    state: 'submitted',
    marks: null,
    mark_comments: null,
    ...fields,
  });
const newer = { number: 'CAP-2', version: 2, submitted_at: '2026-11-18T09:00:00.000Z' };

let api: MockApi;
beforeEach(async () => {
  api = await mockMentorPortal();
});
const marks = () => screen.getByLabelText<HTMLInputElement>('Marks (0–100)');
const comment = () => screen.getByLabelText<HTMLTextAreaElement>('Comment for Asha');
const isVersion = (version: number) =>
  waitFor(() => expect(screen.getByRole('article').textContent).toContain(`Version ${version}, submitted`));
const items = () => within(screen.getByRole('list', { name: 'Submissions' })).getAllByRole('link');
const taken = 'You typed this for version 1. Check it against version 2 before you save.';

async function type(rows: StaffSubmission[]) {
  answerQueue(api, rows);
  const view = await renderScreen(staff, { path: '/staff', at: '/staff?state=all&open=CAP-1', user: mentor });
  await isVersion(1);
  await userEvent.type(marks(), '77');
  await userEvent.type(comment(), 'Say why.');
  return view;
}

const ways: [string, () => Promise<void>][] = [
  [
    '“Open version 2”',
    async () => {
      api.replyConflict('markSubmission', 'Version 2 came in.', newer, 'newer_version');
      await userEvent.click(screen.getByRole('button', { name: 'Save' }));
      await userEvent.click(await screen.findByRole('button', { name: 'Open version 2' }));
    },
  ],
  ['the list', async () => void fireEvent.click(items()[1]!)],
  [
    'a key',
    async () => {
      await userEvent.keyboard('{Escape}j');
    },
  ],
];
it.each(ways)(
  'what is typed comes along to a newer version by %s, and version 1 says where it is',
  async (_, go) => {
    await type([of('CAP-1', 1), of('CAP-2', 2)]);
    await go();
    await isVersion(2);
    await waitFor(() => expect([marks().value, comment().value]).toEqual(['77', 'Say why.']));
    expect(screen.getByText(taken)).toBeTruthy();
    expect(api.of('markSubmission').filter(({ params }) => params['id'] === 'CAP-2')).toEqual([]);
    fireEvent.click(items()[0]!);
    await isVersion(1);
    expect(marks().value).toBe('');
    expect(screen.getByText('Your marks and words for version 2 are not saved yet.')).toBeTruthy();
    fireEvent.click(screen.getByRole('link', { name: 'Open version 2' }));
    await isVersion(2);
    expect(marks().value).toBe('77');
    api.reply('markSubmission', of('CAP-2', 2, { state: 'marked', marks: 77, mark_comments: 'Say why.' }));
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByText(taken)).toBeNull());
    expect(api.of('markSubmission').at(-1)).toMatchObject({
      params: { id: 'CAP-2' },
      body: { marks: 77, comments: 'Say why.', original: null },
    });
  },
);

it('what is typed stays where the newer version is marked already, which says where it is', async () => {
  await type([of('CAP-1', 1), of('CAP-2', 2, { state: 'marked', marks: 50, mark_comments: 'Hers.' })]);
  fireEvent.click(items()[1]!);
  await isVersion(2);
  expect(screen.getByRole('article').textContent).toContain('50 out of 100');
  fireEvent.click(await screen.findByRole('link', { name: 'Open version 1' }));
  await isVersion(1);
  expect([marks().value, comment().value]).toEqual(['77', 'Say why.']);
});

it('what is typed for another student stays there', async () => {
  const other = of('CAP-3', 2, { student: { s_id: 'biju@x.test', s_name: 'Biju' } });
  await type([of('CAP-1', 1), other]);
  fireEvent.click(items()[1]!);
  await waitFor(() => expect(screen.getByRole('article').textContent).toContain('Biju, Week 1'));
  expect(marks().value).toBe('');
  fireEvent.click(items()[0]!);
  await isVersion(1);
  expect(marks().value).toBe('77');
});
