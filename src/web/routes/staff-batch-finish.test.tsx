import { cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import type { Unfinished, UnfinishedRow } from '#contract/results/unfinished-calls';
import { unfinishedGroups, type UnfinishedGroup } from '#contract/results/unfinished';
import { mentor, student } from '#support/contract-fixtures';
import { settle } from '#support/fake-clock';
import { mockApi, type MockApi } from '#support/mock-api';
import { renderScreen } from '#support/render-screen';
import * as staffBatchFinish from './staff-batch-finish.tsx';

const batch = 'MERN-2026-11';
const row = (name: string, fields: Partial<UnfinishedRow> = {}): UnfinishedRow => ({
  student: { s_id: `${name.toLowerCase()}@example.test`, s_name: name },
  task: 'week-2',
  number: null,
  since: null,
  due_at: '2026-11-22T18:29:59.999Z',
  ...fields,
});
const unfinished = (
  group: UnfinishedGroup,
  rows: readonly UnfinishedRow[],
  next: string | null = null,
): Unfinished => ({
  batch,
  groups: unfinishedGroups.map((one) => ({ group: one, count: one === group ? rows.length : 0 })),
  group,
  rows: [...rows],
  next,
});

let api: MockApi;
beforeEach(() => {
  api = mockApi();
  api.reply('listUnconfirmedNames', { students: 9, unconfirmed: 3, list: [] });
});

async function open(page: Unfinished, { search = '', user = mentor } = {}) {
  cleanup();
  api.reply('readUnfinished', page);
  await renderScreen(staffBatchFinish, {
    path: '/staff/batches/:batch/finish',
    at: `/staff/batches/${batch}/finish${search}`,
    user,
  });
  // The heading is there before the data.
  await settle(() => screen.getByRole('heading', { level: user.role === 'student' ? 1 : 2 }));
}
const cells = () =>
  screen.getAllByRole('row').map((one) => [...one.children].map(({ textContent }) => textContent));

it('names every group with its count, and lists the students of the first with any', async () => {
  await open(
    unfinished('unsubmitted', [row('Asha'), row('Bina', { task: 'final', due_at: null, suspended: true })]),
  );
  const groups = within(screen.getByRole('navigation', { name: 'Missing' }));
  expect(groups.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    'No project (0)',
    'Not submitted (2)',
    'Viva not taken (0)',
    'Extension requests (0)',
    'Not marked (0)',
    'Mark reviews (0)',
    'Not released (0)',
    'Name not confirmed (3)',
  ]);
  expect(groups.getByRole('link', { name: 'Name not confirmed (3)' }).getAttribute('href')).toBe(
    `/staff/batches/${batch}/certificates`,
  );
  expect(groups.getByRole('link', { current: 'page' }).textContent).toBe('Not submitted (2)');
  expect(cells()).toEqual([
    ['Student', 'Task', 'Due'],
    ['Asha', 'Week 2', expect.stringContaining('22 Nov')],
    ['BinaSuspended', 'Final project', 'No due date'],
  ]);
  expect(screen.getByRole('link', { name: 'Asha' }).getAttribute('href')).toBe(
    '/staff/students/asha%40example.test',
  );
  expect(screen.getByRole('link', { name: 'Final project' }).getAttribute('href')).toBe(
    '/staff/students/bina%40example.test/tasks/final',
  );
  expect(screen.getByRole('link', { name: 'Download as CSV' }).getAttribute('href')).toBe(
    `/api/staff/batches/${batch}/unfinished.csv?group=unsubmitted`,
  );
  expect(screen.getByRole('link', { name: 'Record “Not submitted”' }).getAttribute('href')).toBe(
    `/staff/batches/${batch}/unsubmitted`,
  );
});

it('says that nothing is missing where every count is 0', async () => {
  await open(unfinished('project', []));
  expect(screen.getByText('Nothing is missing, so the results can be frozen.')).toBeTruthy();
  await open(unfinished('unsubmitted', [row('Asha')]));
  expect(screen.queryByText(/Nothing is missing/)).toBeNull();
});

it('reminds the students of a group, and says so', async () => {
  await open(unfinished('viva', [row('Asha', { task: 'viva' })]), { search: '?group=viva' });
  expect(api.of('readUnfinished')[0]?.query).toEqual({ group: 'viva' });
  api.reply('remindUnfinished', { students: 1 });
  await userEvent.click(screen.getByRole('button', { name: 'Remind these students' }));
  expect(await screen.findByText('These students are reminded, each at most once a day.')).toBeTruthy();
  expect(api.of('remindUnfinished')[0]).toMatchObject({ params: { batch }, body: { group: 'viva' } });
});

it.each([
  ['unmarked', 'Mark submissions', `/staff?batch=${batch}&state=to-mark`],
  ['review', 'Answer reviews', `/staff?batch=${batch}&state=second-look`],
  ['unreleased', 'Release marks', `/staff/release?batch=${batch}`],
  ['extension', 'Answer requests', `/staff/batches/${batch}#extension-requests`],
] as const)('what staff do leads to where it is done: %s', async (group, label, to) => {
  const waiting = row('Asha', { number: 'CAP-7K3M', since: '2026-11-20T09:00:00.000Z' });
  await open(unfinished(group, [waiting]));
  expect(screen.getByRole('link', { name: label }).getAttribute('href')).toBe(to);
  const task = screen.queryByRole('link', { name: 'Week 2' });
  if (group === 'extension') expect(task).toBeNull();
  else expect(task?.getAttribute('href')).toContain('open=CAP-7K3M');
  expect(screen.queryByRole('button', { name: 'Remind these students' })).toBeNull();
});

it('only the office is led to choosing projects', async () => {
  const page = unfinished('project', [row('Dev', { task: null, due_at: null })]);
  await open(page);
  expect(cells()).toEqual([['Student'], ['Dev']]);
  expect(screen.queryByRole('link', { name: 'Choose for students' })).toBeNull();
  await open(page, { user: { ...mentor, role: 'administrator' } });
  expect(screen.getByRole('link', { name: 'Choose for students' }).getAttribute('href')).toBe(
    `/staff/people?stage=placed&batch=${batch}`,
  );
});

it('shows more, each once', async () => {
  await open(unfinished('unmarked', [row('Asha')], 'place'));
  api.reply('readUnfinished', unfinished('unmarked', [row('Asha'), row('Bina')]));
  await userEvent.click(screen.getByRole('button', { name: 'Show more' }));
  await settle(() => expect(cells()).toHaveLength(3));
  expect(api.of('readUnfinished').at(-1)?.query).toEqual({ group: 'unmarked', after: 'place' });
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
});

it('says where nobody is missing, and that it is not for students', async () => {
  await open(unfinished('unreleased', []));
  expect(screen.getByText('Every mark is released.')).toBeTruthy();
  expect(screen.queryByRole('table')).toBeNull();
  await open(unfinished('unreleased', []), { user: student });
  expect(api.of('readUnfinished'), 'once').toHaveLength(1);
});
