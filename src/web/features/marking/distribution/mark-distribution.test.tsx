import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { TaskMarks } from '#contract/marking/calls';
import { mentor, student } from '#support/contract-fixtures';
import { mockApi } from '#support/mock-api';
import { renderScreen } from '#support/render-screen';
import * as staffBatchMarks from '../../../routes/staff-batch-marks.tsx';
import { differences } from './mark-distribution.tsx';

const anjali = { name: 'Anjali Menon', count: 5, median: 90, others: 71.5 };
const binu = { name: 'Binu Thomas', count: 6, median: 71.5, others: 90 };
const week: TaskMarks = {
  task: 'week-1',
  count: 11,
  median: 79,
  tens: [1, 0, 0, 0, 0, 0, 0, 5, 2, 3],
  mentors: [binu, anjali],
};

const open = (user = mentor) =>
  renderScreen(staffBatchMarks, {
    path: '/staff/batches/:batch/marks',
    at: '/staff/batches/MERN-2026-11/marks',
    user,
  });

it('says who is lenient and who is strict, from five points and five marks on', () => {
  expect(differences({ mentors: [anjali, binu] })).toEqual([
    'Anjali Menon gives higher marks than the other mentors: median 90, theirs 71.5.',
    'Binu Thomas gives lower marks than the other mentors: median 71.5, theirs 90.',
  ]);
  const alike = [
    { ...anjali, median: 76.4 },
    { ...anjali, others: null },
    { ...anjali, median: null },
  ];
  expect(differences({ mentors: alike })).toEqual([]);
});

it('has a plot with its words and a table for each task; too few marks are only counted', async () => {
  mockApi().reply('readMarkDistribution', {
    batch: 'MERN-2026-11',
    tasks: [week, { task: 'viva', count: 2, median: null, tens: null, mentors: [] }],
  });
  await open();
  const plot = await screen.findByRole('img');
  expect(plot.getAttribute('aria-label')).toBe('11 marks: 0–9 1, 70–79 5, 80–89 2, 90–100 3. Median 79.');
  const rows = within(screen.getByRole('table', { name: 'Week 1 by mentor' })).getAllByRole('row');
  expect(rows.slice(1).map((row) => row.textContent)).toEqual(['Binu Thomas671.5', 'Anjali Menon590']);
  expect(screen.getByText('2 marks. The plot needs at least 5.')).toBeTruthy();
});

it('says that there are no marks, that it failed, and that a student may not', async () => {
  const api = mockApi();
  api.reply('readMarkDistribution', { batch: 'MERN-2026-11', tasks: [] });
  const empty = await open();
  expect(await screen.findByText('No marks yet')).toBeTruthy();
  empty.unmount();
  api.refuse('readMarkDistribution', 403, { message: 'You cannot do this.', code: 'forbidden' });
  const refused = await open();
  expect(await screen.findByText('This batch is not one of yours')).toBeTruthy();
  refused.unmount();
  await open(student);
  expect(screen.queryByRole('img')).toBeNull();
  expect(api.of('readMarkDistribution')).toHaveLength(2);
});
