import { expect, test } from 'vitest';
import type { Task } from '#contract/dates';
import { tasks } from '#contract/dates';
import type { TimelineTask } from '#contract/submissions/calls';
import { ownRecord, resultFrom, timelineOnDay } from '#support/contract-fixtures';
import { withholdMarks } from '../../lib/withheld-marks.ts';
import { finalMarks } from './final-marks.ts';

const marked = (given: Partial<Record<Task, number>>): TimelineTask[] =>
  timelineOnDay(
    40,
    Object.fromEntries(
      tasks.map((task, day) => [
        task,
        given[task] === undefined
          ? {}
          : { state: 'marked', marks: given[task], marked_at: `2026-12-0${9 - day}T09:00:00.000Z` },
      ]),
    ),
  ).tasks;
const all = { 'week-1': 70, 'week-2': 80, 'week-3': 75, 'week-4': 0, final: 88, viva: 91 };

test('nothing until the very last mark', () => {
  expect(finalMarks(marked({}), undefined)).toBeNull();
  const { viva: _, ...allButOne } = all;
  expect(finalMarks(marked(allButOne), undefined)).toBeNull();
  expect(finalMarks([], undefined)).toBeNull();
});

test('then the weeks and their mean, final, viva, the result, and the time of the last', () => {
  const result = resultFrom({ ...timelineOnDay(40), tasks: marked(all) });
  expect(finalMarks(marked(all), result)).toEqual({
    weeks: [70, 80, 75, 0],
    weeksMean: 56.3,
    final: 88,
    viva: 91,
    result: 67.3,
    passed: null,
    grade: null,
    finishedAt: '2026-12-09T09:00:00.000Z',
  });
});

test('an excused task is done, and not in the means', () => {
  const of = withholdMarks({
    ...timelineOnDay(40),
    tasks: marked(all).map((task) =>
      task.task === 'week-3' || task.task === 'final'
        ? { ...task, state: 'open', marks: null, recorded: ownRecord({ status: 'excused', marks: null }) }
        : task,
    ),
  });
  expect(finalMarks(of.tasks, undefined)).toMatchObject({
    weeks: [70, 80, null, 0],
    weeksMean: 50,
    final: null,
    result: null,
  });
  const pending = of.tasks.map((task) => (task.task === 'viva' ? { ...task, marks: null } : task));
  expect(finalMarks(pending, undefined)).toBeNull();
});

test('a time that is not known leaves the whole unknown', () => {
  const [first, ...rest] = marked(all);
  expect(
    finalMarks([{ ...(first as TimelineTask), marked_at: null }, ...rest], undefined)?.finishedAt,
  ).toBeNull();
});

test('nobody finishes who is excused from every task, and an excuse is no last mark', () => {
  const excuse = (task: TimelineTask): TimelineTask => ({
    ...task,
    state: 'open',
    marks: null,
    marked_at: '2026-12-20T09:00:00.000Z',
    recorded: ownRecord({ status: 'excused', marks: null }),
  });
  expect(finalMarks(marked({}).map(excuse), undefined)).toBeNull();
  const one = marked(all).map((task) => (task.task === 'viva' ? excuse(task) : task));
  expect(finalMarks(one, undefined)?.finishedAt).toBe('2026-12-09T09:00:00.000Z');
});
