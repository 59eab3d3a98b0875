import { screen } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { defaultRule } from '#contract/results/rule';
import { ruleSentences } from '#contract/results/sentences';
import type { FrozenResult, Sheet } from '#contract/results/freeze-calls';
import { mentor, resultFrom, timelineOnDay } from '#support/contract-fixtures';
import { mockApi, type MockApi } from '#support/mock-api';
import { renderScreen } from '#support/render-screen';
import * as staffBatchSheet from './staff-batch-sheet.tsx';

const at = '2026-12-20T09:00:00.000Z';

function frozen(s_name: string, fields: Partial<FrozenResult> = {}): FrozenResult {
  const { rule: _, reach: __, lines, ...made } = resultFrom(timelineOnDay(40, { 'week-1': { marks: 82 } }));
  return {
    ...made,
    student: { s_id: `${s_name}@example.test`, s_name },
    lines: lines.map((line) => ({ ...line, marked_by: null })),
    rule: defaultRule,
    rule_version: 0,
    course: 'MERN',
    batch: 'MERN-2026-11',
    project: 'Boats',
    started_at: at,
    since: { number: 1, at, by: 'Latha' },
    ...fields,
  };
}

const sheet = (results: FrozenResult[]): Sheet => ({
  batch: 'MERN-2026-11',
  number: 1,
  students: results.length,
  rule_version: 0,
  reason: null,
  by: 'Latha',
  at,
  rule: ruleSentences(defaultRule),
  csv_format: 'capstone',
  signed: {
    number: 'SHEET-2026-7K3M-92QX-W4TD1',
    key: 'k'.repeat(43),
    fingerprint: 'AB12 CD34',
    check_at: 'https://portal.example.test/verify',
  },
  results,
});

let api: MockApi;
beforeEach(() => {
  api = mockApi();
});

const open = () =>
  renderScreen(staffBatchSheet, {
    path: '/staff/batches/:batch/sheets/:number',
    at: '/staff/batches/MERN-2026-11/sheets/1',
    user: mentor,
  });

it('has a line for each student, with signs that its legend explains', async () => {
  const absent = frozen('Bina');
  const [first, second, ...rest] = absent.lines as [
    FrozenResult['lines'][number],
    FrozenResult['lines'][number],
  ];
  const lines = [
    { ...first, under_review: true },
    { ...second, status: 'absent' as const, marks: 0, counted: 0, counts: true, weight: 1 },
    ...rest,
  ];
  api.reply(
    'readFreeze',
    sheet([
      frozen('Asha', { state: 'complete', result: 82, passed: true, grade: 'A' }),
      { ...absent, lines },
    ]),
  );
  await open();
  await screen.findByRole('heading', { name: 'Mark sheet 1 of MERN-2026-11' });
  const rows = screen.getAllByRole('row').map((row) => [...row.children].map((cell) => cell.textContent));
  expect(rows[1]).toEqual(['1', 'Asha', '82', '–', '–', '–', '–', '–', '82', 'A', 'Passed']);
  expect(rows[2]).toEqual(['2', 'Bina', '82*', 'AB', '–', '–', '–', '–', '–', '', 'Incomplete']);
  expect(screen.getByText('AB: absent. –: no mark. *: under review.')).toBeTruthy();
  expect(screen.getByText('The portal’s own')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'CSV for Moodle' }).getAttribute('href')).toBe(
    '/api/staff/batches/MERN-2026-11/freezes/1/sheet.csv?format=moodle',
  );
});

it('a sheet that there is not says so', async () => {
  api.refuse('readFreeze', 404, { message: 'There is no sheet with this number.' });
  await open();
  expect(await screen.findByRole('heading', { name: 'This page was not found' })).toBeTruthy();
});
