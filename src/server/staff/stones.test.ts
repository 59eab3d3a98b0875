import { expect, test } from 'vitest';
import { dayMs } from '#contract/durations';
import { stonesOf } from './stones.ts';

const start = Date.parse('2026-11-01T09:00:00.000Z');
const submitted = { task: 'week-1', late: 0, marks: null, released: null } as const;

test('without a project everything is locked; a task opens at its instant and not a moment earlier', () => {
  const states = (when: { start: number | null; now: number }) =>
    stonesOf([], when)
      .map(({ state }) => state)
      .join(' ');
  expect(states({ start: null, now: start + 90 * dayMs })).toBe('locked locked locked locked locked locked');
  expect(states({ start, now: start + 14 * dayMs - 1 })).toBe('open locked locked locked locked locked');
  expect(states({ start, now: start + 14 * dayMs })).toBe('open open locked locked locked locked');
  expect(states({ start, now: start + 28 * dayMs })).toBe('open open open open open open');
});

test('a hand-in is handed in, then held back with its marks, then released; late stands beside each', () => {
  const first = (row: Parameters<typeof stonesOf>[0][number]) =>
    stonesOf([row], { start, now: start + 9 * dayMs })[0];
  expect(first(submitted)).toEqual({ task: 'week-1', state: 'submitted', late: false, marks: null });
  expect(first({ ...submitted, late: 1, marks: 0, released: 0 })).toEqual({
    task: 'week-1',
    state: 'held-back',
    late: true,
    marks: 0,
  });
  expect(first({ ...submitted, marks: 71, released: 1 })).toMatchObject({ state: 'released', marks: 71 });
});
