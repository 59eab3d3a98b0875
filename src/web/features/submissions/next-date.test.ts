import { expect, test } from 'vitest';
import { dayMs } from '#contract/durations';
import { ownRecord, projectStart, timelineOnDay } from '#support/contract-fixtures';
import type { TimelineTask } from '#contract/submissions/calls';
import { daysText, nextDate } from './next-date.tsx';

const start = Date.parse(projectStart);
const at = (days: number) => new Date(start + days * dayMs).toISOString();

const next = (
  tasks: readonly TimelineTask[],
  deadline: string | null,
  now: number,
  told: string | null = null,
) => nextDate(tasks, { deadline, told }, now);

test('the next week, until its very instant', () => {
  const { tasks } = timelineOnDay(6);
  expect(next(tasks, at(35), start + 7 * dayMs - 1)).toEqual({ sentence: 'Week 1 opens', at: at(7) });
  expect(next(tasks, at(35), start + 7 * dayMs)).toEqual({ sentence: 'Week 2 opens', at: at(14) });
});

test('what opens at one instant is one date', () => {
  expect(next(timelineOnDay(22).tasks, at(35), start + 22 * dayMs)).toEqual({
    sentence: 'Week 4, final project and viva voce open',
    at: at(28),
  });
});

test('then the deadline of the viva, while it is not submitted', () => {
  const now = start + 29 * dayMs;
  const due = { sentence: 'The viva voce is due', at: at(35) };
  expect(next(timelineOnDay(29).tasks, at(35), now)).toEqual(due);
  expect(next(timelineOnDay(29, { viva: { state: 'submitted' } }).tasks, at(35), now)).toBeNull();
  expect(next(timelineOnDay(29).tasks, at(35), start + 35 * dayMs)).toBeNull();
  expect(next(timelineOnDay(29).tasks, null, now)).toBeNull();
});

test('a deadline of the batch may come before an opening', () => {
  expect(next(timelineOnDay(8).tasks, at(10), start + 8 * dayMs)?.sentence).toBe('The viva voce is due');
});

test('days as a person counts them', () => {
  expect([0, 1, 2, 12].map(daysText)).toEqual(['Today', 'Tomorrow', 'In 2 days', 'In 12 days']);
});

test('a due day comes before what opens later, while nothing is submitted', () => {
  const now = start + 8 * dayMs;
  const due = (state: 'open' | 'submitted') => timelineOnDay(8, { 'week-1': { state, due_at: at(9) } }).tasks;
  expect(next(due('open'), at(35), now)).toEqual({ sentence: 'Week 1 is due', at: at(9) });
  expect(next(due('submitted'), at(35), now)?.sentence).toBe('Week 2 opens');
  expect(next(due('open'), at(35), start + 9 * dayMs)?.sentence).toBe('Week 2 opens');
  const late = timelineOnDay(36, { final: { state: 'open', due_at: at(40) } }).tasks;
  const finalDue = { sentence: 'Final project is due', at: at(40) };
  expect(next(late, at(35), start + 36 * dayMs), 'the viva missed its deadline').toEqual(finalDue);
});

test('no date of an excused task', () => {
  const recorded = ownRecord({ status: 'excused', marks: null });
  const now = start + 29 * dayMs;
  expect(next(timelineOnDay(29, { viva: { recorded } }).tasks, at(35), now)).toBeNull();
  const due = timelineOnDay(8, { 'week-1': { due_at: at(9), recorded } }).tasks;
  expect(next(due, null, start + 8 * dayMs)?.sentence).toBe('Week 2 opens');
});

test('no date once the result is closed', () => {
  const tasks = timelineOnDay(29).tasks.map((task) => ({ ...task, frozen: true as const }));
  expect(next(tasks, at(35), start + 29 * dayMs)).toBeNull();
});

test('the told time of the viva in place of its deadline, until it is over or marked', () => {
  const now = start + 29 * dayMs;
  const told = { sentence: 'Your viva is on', at: at(33) };
  for (const state of ['open', 'submitted'] as const)
    expect(next(timelineOnDay(29, { viva: { state } }).tasks, at(31), now, at(33)), state).toEqual(told);
  expect(next(timelineOnDay(22).tasks, at(35), start + 22 * dayMs, at(33))?.sentence).toMatch(/ open$/);
  expect(next(timelineOnDay(29).tasks, at(35), start + 33 * dayMs, at(33))?.sentence).toBe(
    'The viva voce is due',
  );
  const marked = timelineOnDay(29, { viva: { state: 'marked', marks: 70 } });
  const excused = timelineOnDay(29, { viva: { recorded: ownRecord({ status: 'excused', marks: null }) } });
  for (const { tasks } of [marked, excused]) expect(next(tasks, at(35), now, at(33))).toBeNull();
});
