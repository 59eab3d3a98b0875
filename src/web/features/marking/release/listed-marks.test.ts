import { expect, it } from 'vitest';
import { staffSubmission } from '#support/contract-fixtures';
import { chosenName, postedMarks } from './listed-marks.ts';

const row = (number: string, marks: number, shown: number | null) =>
  staffSubmission({
    number,
    marks,
    shown: shown === null ? null : { version: 1, marks: shown, comments: '', read_at: null },
  });

it('a form says which marks are released, and which of them are lower than what is shown', () => {
  const rows = [row('CAP-1', 62.5, null), row('CAP-2', 55, 70), row('CAP-3', 70, 70)];
  const fields = Object.fromEntries(rows.map((one) => [chosenName(one), String(one.marks)]));
  expect(postedMarks({ task: 'week-1', ...fields })).toEqual([
    { number: 'CAP-1', marks: 62.5, confirm_lower: false },
    { number: 'CAP-2', marks: 55, confirm_lower: true },
    { number: 'CAP-3', marks: 70, confirm_lower: false },
  ]);
});
