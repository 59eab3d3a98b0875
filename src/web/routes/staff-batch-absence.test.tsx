import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import type { Absence } from '#contract/viva-requests/absence-calls';
import { mentor } from '#support/contract-fixtures';
import { settle } from '#support/fake-clock';
import { mockApi } from '#support/mock-api';
import { renderScreen } from '#support/render-screen';
import * as route from './staff-batch-absence.tsx';

const [meera, anil] = [
  { email: 'meera@example.test', name: 'Meera' },
  { email: 'anil@example.test', name: 'Anil' },
];
const absence: Absence = {
  batch: 'OURS',
  days: ['2026-12-03', '2026-12-04'],
  examiners: [anil, meera],
  examiner: meera,
  day: '2026-12-03',
  free: [],
  moves: [
    {
      student: { s_id: 'asha@example.test', s_name: 'Asha' },
      way: 'examiner',
      from: '2026-12-03T10:00',
      to: '2026-12-03T10:00',
      room: 'Room 2',
      examiners: [anil],
      why: null,
    },
    {
      student: { s_id: 'ravi@example.test', s_name: 'Ravi' },
      way: 'none',
      from: '2026-12-03T10:25',
      to: '2026-12-03T10:25',
      room: 'Room 2',
      examiners: [meera],
      why: 'Every room is full',
    },
  ],
};

const office = { ...mentor, role: 'administrator' as const };

const open = (at: string, user: typeof mentor = office) =>
  renderScreen(route, { path: '/staff/batches/:batch/vivas/absence', at, user });

it('shows who would move, and stores exactly what it has shown', async () => {
  const api = mockApi();
  api.reply('readAbsence', absence);
  await open('/staff/batches/OURS/vivas/absence?examiner=meera@example.test&day=2026-12-03');
  await settle(() => screen.getByRole('table'));
  const rows = screen.getAllByRole('row').slice(1);
  expect(within(rows[0] ?? document.body).getByText('Same time')).toBeTruthy();
  expect(within(rows[1] ?? document.body).getByText('Every room is full')).toBeTruthy();
  api.reply('replaceExaminer', { ...absence, moves: [] });
  await userEvent.click(screen.getByRole('button', { name: 'Change 1 viva' }));
  await settle(() =>
    expect(api.of('replaceExaminer')[0]?.body).toEqual({
      examiner: meera.email,
      day: '2026-12-03',
      moves: [
        { s_id: 'asha@example.test', to: '2026-12-03T10:00', room: 'Room 2', examiners: [anil.email] },
        { s_id: 'ravi@example.test', to: '2026-12-03T10:25', room: 'Room 2', examiners: [meera.email] },
      ],
    }),
  );
});

it('asks for examiner and day first', async () => {
  const api = mockApi();
  api.reply('readAbsence', { ...absence, examiner: null, day: null, moves: [] });
  await open('/staff/batches/OURS/vivas/absence');
  await settle(() => screen.getByRole('button', { name: 'Show affected students' }));
  expect(screen.queryByRole('table')).toBeNull();
  await userEvent.selectOptions(screen.getByLabelText('Examiner'), meera.email);
  await userEvent.click(screen.getByRole('button', { name: 'Show affected students' }));
  await settle(() => expect(api.of('readAbsence')).toHaveLength(2));
});

it('is for the office', async () => {
  mockApi();
  await open('/staff/batches/OURS/vivas/absence', mentor);
  await settle(() => screen.getByText('This page is for the office'));
});

it('leads to the plan, also where no viva is to come', async () => {
  mockApi().reply('readAbsence', {
    ...absence,
    days: [],
    examiners: [],
    examiner: null,
    day: null,
    moves: [],
  });
  await open('/staff/batches/OURS/vivas/absence');
  const plan = '/staff/batches/OURS/vivas';
  for (const name of ['Open the plan', 'Vivas of OURS'])
    expect((await screen.findByRole('link', { name })).getAttribute('href')).toBe(plan);
});

it('has one main button: showing, and then changing', async () => {
  mockApi().reply('readAbsence', absence);
  await open('/staff/batches/OURS/vivas/absence?examiner=meera@example.test&day=2026-12-03');
  expect((await screen.findByRole('button', { name: 'Show affected students' })).className).toContain(
    'secondary',
  );
});
