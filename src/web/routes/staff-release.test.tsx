import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { mentor, staffRecord, staffSubmission, student } from '#support/contract-fixtures';
import { settle } from '#support/fake-clock';
import type { MockApi } from '#support/mock-api';
import { mockMentorPortal } from '#support/portal-answers';
import { renderScreen } from '#support/render-screen';
import * as staffRelease from './staff-release.tsx';

let api: MockApi;
beforeEach(async () => {
  api = await mockMentorPortal();
  api.reply('listUnreleasedRecords', []);
});

async function open(at = '/staff/release?batch=MERN-2026-11&task=week-2', user = mentor) {
  const view = await renderScreen(staffRelease, { path: '/staff/release', at, user });
  await settle(() => screen.getByRole('heading', { level: 1 }));
  return view;
}

const own = { name: 'Anjali Menon', is_you: true };
const colleague = { name: 'Ravi Nair', is_you: false };

const unreleased = (name: string, marks: number, shown: number | null) =>
  staffSubmission({
    marker: own,
    number: `CAP-${name}`,
    task: 'week-2',
    version: 2,
    student: { s_id: `${name}@example.test`, s_name: name },
    state: 'marked',
    marks,
    mark_comments: `For ${name}.`,
    shown: shown === null ? null : { version: 1, marks: shown, comments: '', read_at: null },
  });
const rows = [unreleased('Asha', 62, null), unreleased('Bina', 55, 70), unreleased('Devi', 80, 75)];

it('says what is late, and what an extension covers since', async () => {
  const extended = { due_at: '2026-11-12T18:29:59.999Z', granted_at: '2026-11-11T09:00:00.000Z' };
  const [asha, bina] = rows as [(typeof rows)[number], (typeof rows)[number]];
  api.reply('listBatchSubmissions', [
    { ...asha, late: true },
    { ...bina, late: true, extended },
  ]);
  await open();
  await screen.findByRole('button', { name: /^Release / });
  const tasks = [...document.querySelectorAll('[data-label="Task"]')].map((cell) => cell.textContent);
  expect(tasks).toEqual(['Week 2, version 2, late', 'Week 2, version 2, late; extended later']);
});

it('says whom a release reaches, releases what is ticked, and takes it back together', async () => {
  const ofOtherTask = { ...unreleased('Esha', 90, null), task: 'final' as const };
  api.reply('listBatchSubmissions', [...rows, ofOtherTask]);
  await open();
  await screen.findByRole('button', { name: 'Release 2 marks' });
  expect(screen.queryByText('Esha')).toBeNull();
  const tabs = within(screen.getByRole('navigation', { name: 'Task' })).getAllByRole('link');
  expect(tabs.map(({ textContent }) => textContent)).toEqual([
    'All (4)',
    'Week 1 (0)',
    'Week 2 (3)',
    'Week 3 (0)',
    'Week 4 (0)',
    'Final project (1)',
    'Viva voce (0)',
  ]);
  expect(api.of('listBatchSubmissions')[0]).toMatchObject({
    params: { batch: 'MERN-2026-11' },
    query: { state: 'held-back' },
  });
  const box = (name: RegExp) => screen.getByRole<HTMLInputElement>('checkbox', { name });
  expect([box(/Asha/), box(/Bina/), box(/Devi/)].map(({ checked }) => checked)).toEqual([true, false, true]);
  const lower = screen.getByText('70 for version 1').parentElement;
  expect(lower?.textContent).toContain('The student sees a higher mark. Tick to release this lower one.');
  fireEvent.click(box(/Bina/));
  fireEvent.click(box(/Devi/));
  const message = 'Bina, Week 2: This mark has changed since you saw the list. Nothing was released.';
  api.refuse('releaseTasks', 409, { code: 'conflict', message });
  fireEvent.click(screen.getByRole('button', { name: 'Release 2 marks' }));
  expect(await screen.findByText(message)).toBeTruthy();
  expect(box(/Asha/).checked).toBe(true);
  api.reply('releaseTasks', { released: true, done: ['CAP-Asha', 'CAP-Bina'] });
  api.reply('listBatchSubmissions', rows.slice(2));
  fireEvent.click(screen.getByRole('button', { name: 'Release 2 marks' }));
  await screen.findByText('2 marks released');
  expect(api.of('releaseTasks')[1]?.body).toEqual({
    released: true,
    tasks: [
      {
        task: 'week-2',
        marks: [
          { number: 'CAP-Asha', marks: 62, confirm_lower: false },
          { number: 'CAP-Bina', marks: 55, confirm_lower: true },
        ],
      },
    ],
  });
  await waitFor(() => expect(document.activeElement?.textContent).toContain('2 marks released'));
  await waitFor(() => expect(screen.queryByRole('checkbox', { name: /Asha/ })).toBeNull());

  api.reply('releaseTasks', { released: false, done: ['CAP-Asha', 'CAP-Bina'] });
  fireEvent.click(screen.getByRole('button', { name: 'Withdraw all 2' }));
  await screen.findByText('2 marks withdrawn');
  expect(api.of('releaseTasks')[2]?.body).toMatchObject({ released: false, tasks: [{ task: 'week-2' }] });
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Withdraw all 2' })).toBeNull());
});

it('releases several tasks together, once they are selected', async () => {
  api.reply('listBatchSubmissions', [rows[0]!, { ...unreleased('Esha', 90, null), task: 'final' }]);
  await open('/staff/release?batch=MERN-2026-11');
  await screen.findByRole('button', { name: 'Release 1 mark' });
  fireEvent.click(screen.getByRole('button', { name: 'Select all (2)' }));
  api.reply('releaseTasks', { released: true, done: ['CAP-Asha', 'CAP-Esha'] });
  fireEvent.click(await screen.findByRole('button', { name: 'Release 2 marks' }));
  await screen.findByText('2 marks released');
  expect(api.of('releaseTasks').map(({ body }) => body)).toMatchObject([
    {
      tasks: [
        { task: 'week-2', marks: [{ number: 'CAP-Asha' }] },
        { task: 'final', marks: [{ number: 'CAP-Esha' }] },
      ],
    },
  ]);
});

it('asks for a task alone where one page does not hold all', async () => {
  api.reply('listBatchSubmissions', [{ ...rows[0]!, more: true }]);
  await open();
  await screen.findByRole('button', { name: 'Release 1 mark' });
  expect(api.of('listBatchSubmissions').map(({ query }) => query['task'])).toEqual([undefined, 'week-2']);
  expect(screen.getByRole('link', { name: 'Week 2' })).toBeTruthy();
});

it('nothing is sent without a tick, and nothing to release is said', async () => {
  api.reply('listBatchSubmissions', rows.slice(1, 2));
  const { unmount } = await open();
  fireEvent.click(await screen.findByRole('button', { name: 'Release 0 marks' }));
  await waitFor(() => expect(screen.getByText('Select the marks to release.')).toBeTruthy());
  expect(api.of('releaseTasks')).toEqual([]);
  unmount();
  api.reply('listBatchSubmissions', []);
  await open();
  expect(await screen.findByText('No unreleased marks for Week 2')).toBeTruthy();
});

it('names the batch, says who marked, and selects at first only own marks of one task', async () => {
  const marks = [
    { ...unreleased('Esha', 90, null), task: 'final' as const },
    unreleased('Asha', 62, null),
    { ...unreleased('Devi', 80, 75), marker: colleague },
    unreleased('Bina', 55, 70),
  ];
  api.reply('listBatchSubmissions', marks);
  await open('/staff/release?batch=MERN-2026-11');
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Release marks of MERN-2026-11');
  await screen.findByText('You gave 3 of these 4 marks. 1 selected.');
  const chosen = () =>
    screen
      .getAllByRole<HTMLInputElement>('checkbox')
      .filter(({ checked }) => checked)
      .map(({ labels }) => labels?.[0]?.textContent);
  expect(chosen()).toEqual(['Asha']);
  const markers = () =>
    [...document.querySelectorAll('[data-label="Marked by"]')].map((of) => of.textContent);
  expect(markers()).toEqual(['You', 'You', 'Ravi Nair', 'You']);
  fireEvent.click(screen.getByRole('button', { name: 'Select all (3)' }));
  expect(chosen(), 'lower marks are selected by hand').toEqual(['Esha', 'Asha', 'Devi']);
  fireEvent.click(screen.getByRole('button', { name: 'Select your marks (2)' }));
  expect(chosen()).toEqual(['Esha', 'Asha']);
  fireEvent.click(screen.getByRole('checkbox', { name: /Devi/ }));
  const reads = api.of('listBatchSubmissions').length;
  fireEvent.click(screen.getByRole('link', { name: 'Marked by' }));
  await waitFor(() => expect(markers()).toEqual(['You', 'You', 'You', 'Ravi Nair']));
  expect(chosen(), 'another order keeps what is selected').toEqual(['Asha', 'Esha', 'Devi']);
  expect(api.of('listBatchSubmissions')).toHaveLength(reads);
  expect(screen.getByRole('columnheader', { name: 'Marked by' }).getAttribute('aria-sort')).toBe('ascending');
  fireEvent.click(screen.getByRole('button', { name: 'Select none' }));
  expect(chosen()).toEqual([]);
  expect(screen.getByRole('button', { name: 'Release 0 marks' })).toBeTruthy();
});

it('selects nothing for somebody who gave none of the marks, and says so', async () => {
  const { marker: _, ...byOperator } = unreleased('Bina', 55, null);
  api.reply('listBatchSubmissions', [{ ...unreleased('Asha', 62, null), marker: colleague }, byOperator]);
  await open();
  await screen.findByText('You gave none of these marks. 0 of 2 selected.');
  expect(screen.getByRole('button', { name: 'Release 0 marks' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Select your/ })).toBeNull();
  expect(screen.getByRole('row', { name: /Bina/ }).textContent).toContain('Operator');
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

it('releases what is recorded without a file beside marks, and says whom it left out', async () => {
  const { format: _, read_at: __, second_look: ___, ...record } = staffRecord();
  const of = (s_name: string) => ({
    student: { s_id: `${s_name}@example.test`, s_name },
    task: 'week-2' as const,
    record,
    seen: null,
    marker: own,
  });
  api.reply('listBatchSubmissions', rows.slice(0, 1));
  api.reply('listUnreleasedRecords', [of('Chitra'), of('Devi')]);
  await open();
  await screen.findByRole('button', { name: 'Release 3 marks' });
  expect(screen.getByRole('row', { name: /Chitra/ }).textContent).toContain(
    'Week 2, without a fileAbsent, 0 out of 100',
  );
  api.reply('releaseTasks', { released: true, done: ['CAP-Asha'] });
  const done = { s_id: 'Chitra@example.test', s_name: 'Chitra', task: 'week-2' } as const;
  const skipped = {
    s_id: 'Devi@example.test',
    s_name: 'Devi',
    task: 'week-2',
    message: 'has changed.',
  } as const;
  api.reply('releaseRecords', { released: true, done: [done], skipped: [skipped] });
  fireEvent.click(screen.getByRole('button', { name: 'Release 3 marks' }));
  expect(await screen.findByText('2 marks released')).toBeTruthy();
  expect(screen.getByText('Devi, Week 2: has changed.')).toBeTruthy();
  expect(api.of('releaseRecords')[0]?.body).toEqual({
    released: true,
    records: ['Chitra', 'Devi'].map((name) => ({
      s_id: `${name}@example.test`,
      task: 'week-2',
      status: 'absent',
      marks: 0,
      confirm_lower: false,
    })),
  });
  api.reply('releaseTasks', { released: false, done: ['CAP-Asha'] });
  api.reply('releaseRecords', { released: false, done: [done], skipped: [] });
  fireEvent.click(screen.getByRole('button', { name: 'Withdraw all 2' }));
  await screen.findByText('2 marks withdrawn');
});
