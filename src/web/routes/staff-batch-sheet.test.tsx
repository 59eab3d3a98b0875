import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import type { CurrentUser } from '#contract/accounts/calls';
import { defaultHeadings } from '#contract/results/sheet-headings';
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

const open = (user: CurrentUser = mentor) =>
  renderScreen(staffBatchSheet, {
    path: '/staff/batches/:batch/sheets/:number',
    at: '/staff/batches/MERN-2026-11/sheets/1',
    user,
  });

it('has a line for each student, with signs that its legend explains', async () => {
  const absent = frozen('Bina');
  const [first, second, ...rest] = absent.lines as [
    FrozenResult['lines'][number],
    FrozenResult['lines'][number],
  ];
  const lines = [
    { ...first, late_days: 3, under_review: true },
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
  expect(rows[2]).toEqual(['2', 'Bina', '82 L*', 'AB', '–', '–', '–', '–', '–', '', 'Incomplete']);
  expect(screen.getByText('AB: absent. –: no mark. L: late. *: under review.')).toBeTruthy();
  expect(screen.getByText('The portal’s own')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'CSV for Moodle' }).getAttribute('href')).toBe(
    '/api/staff/batches/MERN-2026-11/freezes/1/sheet.csv?format=moodle',
  );
});

it('names the signed file, its key, and where it can be checked', async () => {
  api.reply('readFreeze', sheet([frozen('Asha')]));
  await open();
  const signed = await screen.findByRole('region', { name: 'Signed file' });
  for (const text of ['SHEET-2026-7K3M-92QX-W4TD1', 'AB12 CD34', 'https://portal.example.test/verify'])
    expect(signed.textContent).toContain(text);
  expect(screen.getByRole('link', { name: 'Signed file' }).getAttribute('href')).toBe(
    '/api/staff/batches/MERN-2026-11/freezes/1/sheet.json',
  );
});

it('one that was frozen before sheets were signed has no signed file', async () => {
  api.reply('readFreeze', { ...sheet([frozen('Asha')]), signed: null });
  await open();
  await screen.findByRole('heading', { name: 'Mark sheet 1 of MERN-2026-11' });
  expect(screen.queryByText('Signed file')).toBeNull();
});

it('lines of an earlier sheet say who froze them and under which rule', async () => {
  const since = { number: 1, at, by: 'Suresh' };
  const of = { since, rule_version: 2 };
  const now = { since: { ...since, number: 2 } };
  const results = [frozen('Asha', of), frozen('Bina', now), frozen('Chitra', of), frozen('Devi', of)];
  api.reply('readFreeze', { ...sheet(results), number: 2, rule_version: 3 });
  await open();
  const words = await screen.findByText(/^As on sheet 1/);
  expect(words.parentElement?.textContent).toMatch(
    /^As on sheet 1, frozen by Suresh on .+, version 2 of the result rule: no\. 1, 3 to 4\.$/,
  );
  expect(screen.queryByText(/As on sheet 2/)).toBeNull();
});

it('the office sets the headings once, and sees what a colleague has changed', async () => {
  api.reply('readFreeze', { ...sheet([frozen('Asha')]), csv_format: 'own' });
  api.reply('readSheetHeadings', { ...defaultHeadings, format: 'own' });
  api.reply('setSheetHeadings', { ...defaultHeadings, format: 'own', result: 'Total' });
  await open({ ...mentor, role: 'administrator' });
  const links = (await screen.findAllByRole('link')).map((link) => link.textContent);
  expect(links.filter((text) => text?.startsWith('CSV'))).toEqual([
    'CSV with own headings',
    'CSV',
    'CSV for Moodle',
    'CSV for Canvas',
  ]);
  fireEvent.change(screen.getByLabelText('Result'), { target: { value: 'Total' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save the headings' }));
  const sent = () => api.of('setSheetHeadings')[0]?.body;
  await waitFor(() => expect(sent()).toBeDefined());
  expect(sent()).toEqual({
    ...defaultHeadings,
    format: 'own',
    result: 'Total',
    began: { result: 'Result' },
  });
});

it('mentors do not set headings', async () => {
  api.reply('readFreeze', sheet([frozen('Asha')]));
  await open();
  await screen.findByRole('heading', { name: 'Mark sheet 1 of MERN-2026-11' });
  expect(screen.queryByText('Headings of the CSV')).toBeNull();
});

it('a sheet that there is not says so', async () => {
  api.refuse('readFreeze', 404, { message: 'There is no sheet with this number.' });
  await open();
  expect(await screen.findByRole('heading', { name: 'This page was not found' })).toBeTruthy();
});
