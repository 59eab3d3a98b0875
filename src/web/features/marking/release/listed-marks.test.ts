import { expect, it } from 'vitest';
import type { Task } from '#contract/dates';
import type { StaffRecord } from '#contract/marking/recorded-mark-calls';
import { staffRecord, staffSubmission } from '#support/contract-fixtures';
import { ofRecord, ofVersion, postedMarks, postedRecords } from './listed-marks.ts';

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
  const fields = Object.fromEntries(rows.map(ofVersion).map(({ name, value }) => [name, value]));
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

it('a form says which records are released, as the list showed them', () => {
  const student = { s_id: 'asha@example.test', s_name: 'Asha' };
  const of = (fields: Partial<StaffRecord>, seen: number | null) => {
    const { format: _, read_at: __, second_look: ___, ...record } = staffRecord(fields);
    return ofRecord({
      student,
      task: 'viva',
      record,
      seen: seen === null ? null : { version: 1, marks: seen },
    });
  };
  const rows = [
    of({ status: 'marked', marks: 71.5 }, null),
    of({ status: 'absent', marks: 0 }, 40),
    of({ status: 'excused', marks: null }, 40),
  ];
  expect(rows.map(({ marks, seen, isLower }) => [marks, seen, isLower])).toEqual([
    ['71.5', 'None yet', false],
    ['Absent, 0 out of 100', '40 for version 1', true],
    ['Excused, does not count', '40 for version 1', true],
  ]);
  const posted = rows.flatMap(({ name, value }) => postedRecords({ act: 'release', [name]: value }));
  expect(posted).toEqual([
    { s_id: student.s_id, task: 'viva', status: 'marked', marks: 71.5, confirm_lower: false },
    { s_id: student.s_id, task: 'viva', status: 'absent', marks: 0, confirm_lower: true },
    { s_id: student.s_id, task: 'viva', status: 'excused', marks: null, confirm_lower: true },
  ]);
  expect(postedMarks(Object.fromEntries(rows.map(({ name, value }) => [name, value]))).size).toBe(0);
});

it('a mark below what is recorded and seen is lower', () => {
  const {
    format: _,
    read_at: __,
    second_look: ___,
    ...recorded
  } = staffRecord({
    status: 'marked',
    marks: 64,
    released: true,
  });
  const listed = (marks: number, counts = true) =>
    ofVersion({ ...row('CAP-1', marks, null), recorded: { ...recorded, counts } });
  expect(listed(60)).toMatchObject({ seen: '64 out of 100', isLower: true });
  expect(listed(70).isLower).toBe(false);
  expect(listed(60, false)).toMatchObject({ seen: 'None yet', isLower: false });
});
