import { expect, test } from 'vitest';
import { dayMs } from '#contract/durations';
import { stonesOf } from './progress-reason.ts';

const start = Date.parse('2026-11-01T09:00:00.000Z');
const submitted = {
  task: 'week-1',
  late: 0,
  marks: null,
  released: null,
  submittedAt: start + 8 * dayMs,
  extensions: null,
  isCurrent: 1,
} as const;

const choice = { startedAt: start };

test('without a project everything is locked; a task opens at its instant and not a moment earlier', () => {
  const states = (when: { start: number | null; now: number }) =>
    stonesOf([], { startedAt: when.start }, when.now)
      .map(({ state }) => state)
      .join(' ');
  expect(states({ start: null, now: start + 90 * dayMs })).toBe('locked locked locked locked locked locked');
  expect(states({ start, now: start + 14 * dayMs - 1 })).toBe('open locked locked locked locked locked');
  expect(states({ start, now: start + 14 * dayMs })).toBe('open open locked locked locked locked');
  expect(states({ start, now: start + 28 * dayMs })).toBe('open open open open open open');
});

test('a task is submitted, then not released with its marks, then released; late stands beside each', () => {
  const first = (row: Parameters<typeof stonesOf>[0][number]) =>
    stonesOf([row], choice, start + 9 * dayMs)[0];
  expect(first(submitted)).toEqual({ task: 'week-1', state: 'submitted', late: false, marks: null });
  expect(first({ ...submitted, late: 1, marks: 0, released: 0 })).toEqual({
    task: 'week-1',
    state: 'held-back',
    late: true,
    marks: 0,
  });
  expect(first({ ...submitted, marks: 71, released: 1 })).toMatchObject({ state: 'released', marks: 71 });
});

test('a submission of an earlier project is none for the one that stands', () => {
  const stones = (startedAt: number, isCurrent: 0 | 1) =>
    stonesOf([{ ...submitted, marks: 90, released: 1, isCurrent }], { startedAt }, start + 12 * dayMs)[0];
  expect(stones(start + 10 * dayMs, 0)).toMatchObject({ state: 'locked', marks: null });
  expect(stones(start, 0)).toMatchObject({ state: 'open', marks: null });
  expect(stones(start + 9 * dayMs, 1)).toMatchObject({ state: 'released' });
});

test('late is told as things stand now: more time that was given afterwards takes it away', () => {
  const late = { ...submitted, late: 1 } as const;
  const extensions = (due_at: number) =>
    JSON.stringify({ 'week-1': { due_at, granted_at: start + 9 * dayMs } });
  const isLate = (row: Parameters<typeof stonesOf>[0][number]) =>
    stonesOf([row], choice, start + 9 * dayMs)[0]?.late;
  expect(isLate(late)).toBe(true);
  expect(isLate({ ...late, extensions: extensions(late.submittedAt) })).toBe(false);
  expect(isLate({ ...late, extensions: extensions(late.submittedAt - 1) })).toBe(true);
});
