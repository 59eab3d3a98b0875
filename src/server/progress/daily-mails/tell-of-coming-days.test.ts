import { expect, test } from 'vitest';
import { dayMs, hourMs } from '#contract/durations';
import { timelineTask } from '#support/contract-fixtures';
import { isoInstant, type Task } from '#contract/dates';
import type { TimelineTask } from '#contract/submissions/calls';
import { comingUp } from './tell-of-coming-days.ts';

const tomorrow = Date.parse('2026-11-22T18:30:00.000Z');
const days = { tomorrow, second: tomorrow + dayMs, third: tomorrow + 2 * dayMs };

function coming(tasks: TimelineTask[], viva_deadline: number | null = null) {
  const timeline = {
    start_date: isoInstant(tomorrow - 30 * dayMs),
    now: isoInstant(tomorrow - hourMs),
    viva_deadline: viva_deadline === null ? null : isoInstant(viva_deadline),
    comment_first: false,
    tasks,
  };
  return comingUp(timeline, days, isoInstant).map(({ kind, about, text }) => [kind, about, text]);
}
const opening = (task: Task, at: number) => [timelineTask(task, { opens_at: isoInstant(at) })];

test('a task that opens tomorrow is told today, and no other', () => {
  expect(coming(opening('week-3', tomorrow - 1))).toEqual([]);
  expect(coming(opening('week-3', tomorrow))).toEqual([
    ['week-opens', 'task:week-3', 'Week 3 opens tomorrow, on 2026-11-22T18:30:00.000Z'],
  ]);
  expect(coming(opening('final', tomorrow + dayMs - 1))[0]?.[1]).toBe('task:final');
  expect(coming(opening('week-3', tomorrow + dayMs))).toEqual([]);
});

test('a deadline within two days is told to whom has submitted nothing', () => {
  const viva = (state: TimelineTask['state']) => [
    timelineTask('viva', { state, opens_at: isoInstant(tomorrow - 2 * dayMs) }),
  ];
  const { second, third } = days;
  expect(coming(viva('open'), tomorrow - hourMs)).toEqual([]);
  expect(coming(viva('open'), second - 1)[0]?.slice(0, 2)).toEqual(['deadline-near', 'task:viva']);
  expect(coming(viva('open'), third - 1)[0]?.slice(0, 2)).toEqual(['deadline-near', 'task:viva']);
  expect(coming(viva('open'), third)).toEqual([]);
  expect(coming(viva('submitted'), third - 1)).toEqual([]);
  expect(coming(viva('marked'), third - 1)).toEqual([]);
});

test('a due day of a week is one, with the time that the student was given', () => {
  const week = (due_at: number) => [
    timelineTask('week-2', {
      state: 'open',
      opens_at: isoInstant(tomorrow - 2 * dayMs),
      due_at: isoInstant(due_at),
    }),
  ];
  expect(coming(week(days.second))[0]?.slice(0, 2)).toEqual(['deadline-near', 'task:week-2']);
  expect(coming(week(days.third))).toEqual([]);
});
