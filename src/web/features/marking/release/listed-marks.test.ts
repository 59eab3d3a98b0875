import { expect, it } from 'vitest';
import { staffSubmission } from '#support/contract-fixtures';
import { chosenName, listedMarks, postedMarks } from './listed-marks.ts';

const row = (number: string, marks: number, shown: number | null) =>
  staffSubmission({
    number,
    marks,
    shown: shown === null ? null : { version: 1, marks: shown, comments: '', read_at: null },
  });

it('a form that is posted says the same as the script', () => {
  const rows = [row('CAP-1', 62.5, null), row('CAP-2', 55, 70), row('CAP-3', 70, 70)];
  const fields = Object.fromEntries(rows.map((one) => [chosenName(one), String(one.marks)]));
  expect(postedMarks({ task: 'week-1', ...fields })).toEqual(listedMarks(rows));
  expect(listedMarks(rows).map(({ confirm_lower }) => confirm_lower)).toEqual([false, true, false]);
});
