import { expect, it } from 'vitest';
import type { Task } from '#contract/dates';
import { staffSubmission } from '#support/contract-fixtures';
import { chosenName, postedMarks } from './listed-marks.ts';

const row = (number: string, marks: number, shown: number | null, task: Task = 'week-1') =>
  staffSubmission({
    number,
    task,
    marks,
    shown: shown === null ? null : { version: 1, marks: shown, comments: '', read_at: null },
  });

it('a form says which marks are released, and which of them are lower than what is shown', () => {
  const rows = [
    row('CAP-1', 62.5, null),
    row('CAP-2', 55, 70),
    row('CAP-3', 70, 70),
    row('CAP-4', 80, null, 'final'),
  ];
  const fields = Object.fromEntries(rows.map((one) => [chosenName(one), String(one.marks)]));
  expect([...postedMarks({ act: 'release', task: 'week-1', ...fields })]).toEqual([
    [
      'week-1',
      [
        { number: 'CAP-1', marks: 62.5, confirm_lower: false },
        { number: 'CAP-2', marks: 55, confirm_lower: true },
        { number: 'CAP-3', marks: 70, confirm_lower: false },
      ],
    ],
    ['final', [{ number: 'CAP-4', marks: 80, confirm_lower: false }]],
  ]);
});
