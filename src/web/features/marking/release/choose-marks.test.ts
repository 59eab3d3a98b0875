import { expect, it } from 'vitest';
import type { Task } from '#contract/dates';
import { ownMarks, selectable, sortMarks } from './choose-marks.ts';

const mark = (key: string, task: Task, marker: string, isLower = false) => ({
  key,
  task,
  marker,
  isOwn: marker === 'You',
  isLower,
});
const keys = (rows: readonly { key: string }[]) => rows.map(({ key }) => key);

it('selects at first only own marks, of the first task that has any', () => {
  const rows = [
    mark('final', 'final', 'You'),
    mark('own', 'week-2', 'You'),
    mark('colleague', 'week-2', 'Ravi'),
    mark('lower', 'week-2', 'You', true),
    mark('earlier task of a colleague', 'week-1', 'Ravi'),
    mark('own, too', 'week-2', 'You'),
  ];
  expect(ownMarks(rows).task).toBe('week-2');
  expect(keys(ownMarks(rows).rows)).toEqual(['own', 'own, too']);
  expect(keys(selectable(rows))).not.toContain('lower');
});

it.each([
  ['nothing', []],
  ['marks of others', [mark('1', 'week-1', 'Ravi'), mark('2', 'viva', 'Operator')]],
  ['own marks that are all lower', [mark('1', 'week-1', 'You', true)]],
])('selects none of %s', (_, rows) => {
  expect(ownMarks(rows)).toEqual({ task: null, rows: [] });
});

it('sorts by student, task, marks or who marked, and leaves the order of the list alone', () => {
  const row = (s_name: string, task: Task, marks: string, marker: string) => ({
    key: `${s_name} ${task}`,
    s_name,
    task,
    marks,
    marker,
    isOwn: marker === 'You',
  });
  const rows = [
    row('Devi', 'final', '9', 'Ravi'),
    row('asha', 'week-2', '62.5', 'You'),
    row('Bina', 'week-1', '100', 'Anjali'),
    row('Asha', 'week-1', 'Absent, 0 out of 100', 'You'),
  ];
  expect(keys(sortMarks(rows, null))).toEqual(keys(rows));
  expect(keys(sortMarks(rows, 'student'))).toEqual([
    'Asha week-1',
    'asha week-2',
    'Bina week-1',
    'Devi final',
  ]);
  expect(keys(sortMarks(rows, 'task'))).toEqual(['Asha week-1', 'Bina week-1', 'asha week-2', 'Devi final']);
  expect(keys(sortMarks(rows, 'marks'))).toEqual(['Devi final', 'asha week-2', 'Bina week-1', 'Asha week-1']);
  expect(keys(sortMarks(rows, 'marker'))).toEqual([
    'Asha week-1',
    'asha week-2',
    'Bina week-1',
    'Devi final',
  ]);
});
