import { cleanup, screen, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { newPlan } from '#contract/vivas/plan';
import type { PlannedViva, PlanView } from '#contract/vivas/plan-calls';
import { mentor, student } from '#support/contract-fixtures';
import { mockApi, type MockApi } from '#support/mock-api';
import { renderScreen } from '#support/render-screen';
import * as lists from './staff-batch-viva-lists.tsx';

const meera = { email: 'meera@example.test', name: 'Meera Iyer' };
const ravi = { email: 'ravi@example.test', name: 'Ravi Menon' };
const viva = (name: string, starts_at: string, fields: Partial<PlannedViva> = {}): PlannedViva => ({
  student: { s_id: `${name.toLowerCase()}@example.test`, s_name: name },
  project: 'Boats',
  starts_at,
  local: starts_at,
  minutes: 20,
  buffer: 5,
  room: 'Room 1',
  link: null,
  examiners: [meera],
  concerns: [],
  ...fields,
});
const view = (fields: Partial<PlanView> = {}): PlanView => ({
  batch: 'OURS',
  plan: newPlan,
  staff: [],
  students: 3,
  days: [
    { day: '2026-12-03', vivas: 3 },
    { day: '2026-12-04', vivas: 1 },
  ],
  day: '2026-12-03',
  chosen: null,
  found: [],
  vivas: [
    viva('Asha', '2026-12-03T04:30:00.000Z'),
    viva('Bina', '2026-12-03T08:35:00.000Z', { examiners: [meera, ravi] }),
    viva('Chitra', '2026-12-03T04:30:00.000Z', {
      room: 'Online',
      link: 'https://meet.example.test/a',
      examiners: [ravi],
    }),
  ],
  taken: [],
  unplaced: [],
  unplaced_count: 0,
  extra: [],
  untold: { first: 0, moved: 0, cancelled: 0, examiners: 0 },
  ...fields,
});

let api: MockApi;
beforeEach(() => {
  api = mockApi();
});

async function open(current: PlanView, { search = '', user = mentor } = {}) {
  cleanup();
  api.reply('readVivaPlan', current);
  const path = '/staff/batches/:batch/vivas/lists';
  await renderScreen(lists, { path, at: `/staff/batches/OURS/vivas/lists${search}`, user });
}

const rowsOf = (table: string) =>
  within(screen.getByRole('table', { name: table }))
    .getAllByRole('row')
    .map((row) => row.textContent);

it('a list for each door has who comes when, by the academy’s clock', async () => {
  await open(view(), { search: '?day=2026-12-03' });
  expect(api.of('readVivaPlan')[0]).toMatchObject({
    params: { batch: 'OURS' },
    query: { day: '2026-12-03' },
  });
  expect(await screen.findByRole('heading', { name: 'Room 1' })).toBeTruthy();
  expect(rowsOf('Vivas of Room 1')).toEqual([
    'TimeStudentExaminers',
    '4:30 am 20 minAshaMeera Iyer',
    '8:35 am 20 minBinaMeera Iyer, Ravi Menon',
  ]);
  expect(rowsOf('Vivas of Online')).toEqual(['TimeStudentExaminers', '4:30 am 20 minChitraRavi Menon']);
  expect(
    screen.getAllByText('Vivas of OURS, Thu 3 Dec 2026, times in UTC (UTC)'),
    'on each sheet',
  ).toHaveLength(2);
  expect(document.body.textContent).not.toContain('https://');
});

it('a list for each examiner has room, link, project and who else is there', async () => {
  await open(view(), { search: '?by=examiner' });
  await screen.findByRole('heading', { name: 'Meera Iyer' });
  expect(rowsOf('Vivas of Meera Iyer')).toEqual([
    'TimeStudentProjectRoomWith',
    '4:30 am 20 minAshaBoatsRoom 1',
    '8:35 am 20 minBinaBoatsRoom 1Ravi Menon',
  ]);
  expect(rowsOf('Vivas of Ravi Menon').at(-1)).toBe(
    '4:30 am 20 minChitraBoatsOnlinehttps://meet.example.test/a',
  );
  expect(screen.getByRole('link', { name: 'By examiner' }).getAttribute('aria-current')).toBe('page');
});

it('has no column of others where each examiner is alone', async () => {
  await open(view({ vivas: [viva('Asha', '2026-12-03T04:30:00.000Z')] }), { search: '?by=examiner' });
  await screen.findByRole('heading', { name: 'Meera Iyer' });
  expect(rowsOf('Vivas of Meera Iyer')).toEqual(['TimeStudentProjectRoom', '4:30 am 20 minAshaBoatsRoom 1']);
});

it('shows what is chosen as a choice; only printing is a main button', async () => {
  await open(view(), { search: '?day=2026-12-03' });
  for (const name of ['By room', '3 Dec 2026', '4 Dec 2026'])
    expect((await screen.findByRole('link', { name })).className).toContain('choice');
});

it('says where the plan is not what students were told, and where a day has nobody', async () => {
  await open(view({ untold: { first: 1, moved: 1, cancelled: 0, examiners: 3 } }));
  expect(await screen.findByText(/^2 students have not been told the latest plan/)).toBeTruthy();
  await open(view({ vivas: [] }));
  expect(await screen.findByText('No times on this day')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Open the plan' }).getAttribute('href')).toBe(
    '/staff/batches/OURS/vivas',
  );
  await open(view(), { user: student as typeof mentor });
  expect(await screen.findByRole('heading', { name: 'This page is for mentors' })).toBeTruthy();
});
