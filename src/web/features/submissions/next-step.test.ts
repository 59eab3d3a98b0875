import { expect, test } from 'vitest';
import { dayMs } from '#contract/durations';
import { isoInstant, opensAt, tasks, type Task } from '#contract/dates';
import type { TaskState, TimelineTask } from '#contract/submissions/calls';
import { ownRecord, timelineTask } from '#support/contract-fixtures';
import { tasksAt } from './live-tasks.ts';
import { nextStep, unsentStep } from './next-step.ts';

const start = Date.parse('2026-11-06T09:00:00.000Z');
const now = start + 29 * dayMs;

function timelineTasks(states: Partial<Record<Task, TaskState>>): TimelineTask[] {
  return tasks.map((task) =>
    timelineTask(task, { opens_at: isoInstant(opensAt(task, start)), state: states[task] ?? 'locked' }),
  );
}

const all = (state: TaskState) => timelineTasks(Object.fromEntries(tasks.map((task) => [task, state])));

test('before the first week: get to know the project, and when week 1 opens', () => {
  expect(nextStep(timelineTasks({}), null, now)).toMatchObject({
    time: { label: 'Week 1 opens', at: '2026-11-13T09:00:00.000Z' },
    action: { to: '/ProjectDashboard1?tab=references#tabs' },
  });
});

test('the earliest open task comes first, also when a later one was submitted before it', () => {
  const step = nextStep(
    timelineTasks({ 'week-1': 'open', 'week-2': 'submitted', 'week-3': 'open' }),
    null,
    now,
  );
  expect(step).toMatchObject({
    sentence: 'Week 1 is open. Submit your work.',
    action: { label: 'Submit week 1', to: '/WeeklySubmission?week=1' },
  });
});

test('up to date between two weeks', () => {
  const step = nextStep(timelineTasks({ 'week-1': 'marked' }), null, now);
  expect(step).toMatchObject({
    sentence: 'You are up to date. Week 2 is next.',
    time: { label: 'Week 2 opens' },
  });
  expect(step.action, 'nothing to do').toBeUndefined();
});

test('an open task names its due day, and says when that has passed', () => {
  const withDue = (due_at: string) =>
    timelineTasks({ 'week-1': 'open' }).map((task) => (task.task === 'week-1' ? { ...task, due_at } : task));
  const later = isoInstant(now + dayMs);
  expect(nextStep(withDue(later), null, now)).toMatchObject({
    sentence: 'Week 1 is open. Submit your work.',
    time: { label: 'Due', at: later },
  });
  const earlier = isoInstant(now - 1);
  expect(nextStep(withDue(earlier), null, now)).toMatchObject({
    sentence: 'Week 1 is late. You can still submit it.',
    time: { label: 'It was due', at: earlier },
  });
});

test('the viva names its deadline', () => {
  const deadline = '2026-12-11T09:00:00.000Z';
  const weeksAndFinal = {
    'week-1': 'marked',
    'week-2': 'marked',
    'week-3': 'marked',
    'week-4': 'marked',
    final: 'submitted',
  } as const;
  expect(nextStep(timelineTasks({ ...weeksAndFinal, viva: 'open' }), deadline, now)).toMatchObject({
    time: { label: 'Deadline', at: deadline },
    action: { to: '/viva' },
  });
});

test('after its deadline the viva is no longer prepared for: it can still be submitted, late', () => {
  const deadline = new Date(now).toISOString();
  const tasks = all('marked').map((task) =>
    task.task === 'viva' ? { ...task, state: 'open' as const } : task,
  );
  expect(nextStep(tasks, deadline, now - 1).sentence).toContain('Prepare for your viva voce');
  expect(nextStep(tasks, deadline, now)).toMatchObject({
    sentence: 'You can still submit for the viva voce. Your work will be marked as late.',
    time: { label: 'The deadline was', at: deadline },
  });
});

test('everything submitted, and everything marked', () => {
  expect(nextStep(all('submitted'), null, now).sentence).toContain('Your marks appear');
  expect(nextStep(all('marked'), null, now).sentence).toContain('Well done');
});

test.each([
  [
    { task: 'week-2' as const, to: '/WeeklySubmission?week=2' },
    false,
    'Your week 2 submission is saved on this device and will be sent automatically.',
    'See status',
  ],
  [
    { task: 'final' as const, to: '/FinalProjectSubmission' },
    true,
    'Your final project submission was refused. It is still on this device.',
    'View it',
  ],
  [{ to: '/viva' }, true, 'Your submission was refused. It is still on this device.', 'View it'],
])('what is on this device only is the next step: %o', (label, isRefused, sentence, action) => {
  expect(unsentStep(label, isRefused)).toEqual({ sentence, action: { label: action, to: label.to } });
});

test('a task opens at its very instant, and not a millisecond before', () => {
  const locked = timelineTasks({});
  const states = (now: number) => tasksAt(locked, now).map(({ state }) => state);
  expect(states(start + 28 * dayMs - 1)).toEqual(['open', 'open', 'open', 'locked', 'locked', 'locked']);
  expect(states(start + 28 * dayMs)).toEqual(['open', 'open', 'open', 'open', 'open', 'open']);
});

const excused = { recorded: ownRecord({ status: 'excused', marks: null }) };
const absent = { recorded: ownRecord() };

test('an excused task is not asked for, and not waited for', () => {
  const open = timelineTasks({ 'week-1': 'open', 'week-2': 'open' });
  const [first, ...others] = open as [TimelineTask, ...TimelineTask[]];
  expect(nextStep([{ ...first, ...excused }, ...others], null, now).sentence).toBe(
    'Week 2 is open. Submit your work.',
  );
  const done = all('marked').map((task) =>
    task.task === 'viva' ? { ...task, state: 'open' as const, ...excused } : task,
  );
  expect(nextStep(done, null, now).sentence).toBe('Everything is marked.');
});

test('what counts without a file is not called submitted', () => {
  const tasks = all('marked').map((task) =>
    task.task === 'final' ? { ...task, ...absent } : { ...task, version: 1 },
  );
  expect(nextStep(tasks, null, now).sentence).toBe('Everything is marked.');
});

test('a closed result asks for no more work; a finished one is praised as ever', () => {
  const closed = (states: TimelineTask[]) => states.map((task) => ({ ...task, frozen: true as const }));
  for (const states of [timelineTasks({ viva: 'open' }), all('submitted'), timelineTasks({})])
    expect(nextStep(closed(states), null, now)).toEqual({
      sentence: 'Your result is closed.',
      action: { label: 'See your marks', to: '/ProjectDashboard1?tab=grades#tabs' },
    });
  expect(nextStep(closed(all('marked')), null, now).sentence).toMatch(/Well done/);
});
