import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { mentor, staffSubmission, student } from '#support/contract-fixtures';
import { settle } from '#support/fake-clock';
import type { MockApi } from '#support/mock-api';
import { mockMentorPortal } from '#support/portal-answers';
import { renderScreen } from '#support/render-screen';
import * as staffRelease from './staff-release.tsx';

let api: MockApi;
beforeEach(async () => {
  api = await mockMentorPortal();
});

async function open(at = '/staff/release?batch=MERN-2026-11&task=week-2', user = mentor) {
  const view = await renderScreen(staffRelease, { path: '/staff/release', at, user });
  await settle(() => screen.getByRole('heading', { level: 1 }));
  return view;
}

const heldBack = (name: string, marks: number, shown: number | null) =>
  staffSubmission({
    number: `CAP-${name}`,
    task: 'week-2',
    version: 2,
    student: { s_id: `${name}@example.test`, s_name: name },
    state: 'marked',
    marks,
    mark_comments: `For ${name}.`,
    shown: shown === null ? null : { version: 1, marks: shown, comments: '', read_at: null },
  });
const rows = [heldBack('Asha', 62, null), heldBack('Bina', 55, 70), heldBack('Devi', 80, 75)];

it('says whom a release reaches, releases what is ticked, and takes it back together', async () => {
  api.reply('listBatchSubmissions', rows);
  await open();
  await screen.findByRole('button', { name: 'Release 2 marks' });
  expect(api.of('listBatchSubmissions')[0]).toMatchObject({
    params: { batch: 'MERN-2026-11' },
    query: { state: 'held-back', task: 'week-2' },
  });
  const box = (name: RegExp) => screen.getByRole<HTMLInputElement>('checkbox', { name });
  expect([box(/Asha/), box(/Bina/), box(/Devi/)].map(({ checked }) => checked)).toEqual([true, false, true]);
  expect(screen.getByText(/Bina sees 70 for version 1, which is higher/)).toBeTruthy();
  fireEvent.click(box(/Bina/));
  fireEvent.click(box(/Devi/));
  api.reply('releaseMarks', {
    released: true,
    done: ['CAP-Asha'],
    skipped: [{ number: 'CAP-Bina', reason: 'changed', message: 'This has changed.' }],
  });
  api.reply('listBatchSubmissions', rows.slice(2));
  fireEvent.click(screen.getByRole('button', { name: 'Release 2 marks' }));
  await screen.findByText('1 mark released');
  expect(api.of('releaseMarks')[0]?.body).toEqual({
    task: 'week-2',
    released: true,
    marks: [
      { number: 'CAP-Asha', marks: 62, confirm_lower: false },
      { number: 'CAP-Bina', marks: 55, confirm_lower: true },
    ],
  });
  expect(screen.getByText('Bina: This has changed.')).toBeTruthy();
  await waitFor(() => expect(document.activeElement?.textContent).toContain('1 mark released'));
  await waitFor(() => expect(screen.queryByRole('checkbox', { name: /Asha/ })).toBeNull());

  api.reply('releaseMarks', { released: false, done: ['CAP-Asha'], skipped: [] });
  fireEvent.click(screen.getByRole('button', { name: 'Withdraw it' }));
  await screen.findByText('1 mark withdrawn');
  expect(api.of('releaseMarks')[1]?.body).toMatchObject({ released: false, marks: [{ number: 'CAP-Asha' }] });
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Withdraw it' })).toBeNull());
});

it('nothing is sent without a tick, and nothing to release is said', async () => {
  api.reply('listBatchSubmissions', rows.slice(1, 2));
  const { unmount } = await open();
  fireEvent.click(await screen.findByRole('button', { name: 'Release 0 marks' }));
  await waitFor(() => expect(screen.getByText('Select the marks to release.')).toBeTruthy());
  expect(api.of('releaseMarks')).toEqual([]);
  unmount();
  api.reply('listBatchSubmissions', []);
  await open();
  expect(await screen.findByText('No unreleased marks for Week 2')).toBeTruthy();
});

it('belongs to staff, and a batch of others is said to be theirs', async () => {
  const { unmount } = await open('/staff/release', student);
  expect(await screen.findByText(/is for mentors/)).toBeTruthy();
  expect(api.of('listBatchSubmissions')).toEqual([]);
  unmount();
  api.refuse('listBatchSubmissions', 403, { code: 'forbidden' });
  await open('/staff/release?batch=THEIRS');
  expect(await screen.findByText('This batch is not one of yours')).toBeTruthy();
});
