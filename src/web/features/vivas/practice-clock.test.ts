import { expect, test } from 'vitest';
import {
  atStart,
  atStep,
  clockText,
  paused,
  spentOf,
  spokenOf,
  started,
  stepLengths,
} from './practice-clock.ts';

test.each([
  [20, [2, 4, 5, 3, 4, 2]],
  [10, [1, 2, 2.5, 1.5, 2, 1]],
  [30, [3, 6, 7.5, 4.5, 6, 3]],
])('a viva of %i minutes gives each step its share', (minutes, steps) => {
  expect(stepLengths(minutes)).toEqual(steps.map((length) => length * 60_000));
});

test.each([5, 7, 25, 45, 120])('the steps of %i minutes are whole seconds and fill it', (minutes) => {
  const lengths = stepLengths(minutes);
  expect(lengths.every((length) => length % 1000 === 0)).toBe(true);
  expect(Math.abs(lengths.reduce((sum, length) => sum + length, 0) - minutes * 60_000)).toBeLessThanOrEqual(
    3000,
  );
});

test('pauses do not count, a clock set back takes nothing, the next step begins at zero', () => {
  const run = started(atStart, 1_000);
  expect(spentOf(run, 6_000)).toBe(5_000);
  expect(spentOf(run, 0)).toBe(0);
  const still = paused(run, 6_000);
  expect([spentOf(still, 99_000), still.since]).toEqual([5_000, null]);
  const again = started(still, 100_000);
  expect(spentOf(again, 103_000)).toBe(8_000);
  expect(atStep(again, 1, 104_000)).toEqual({ step: 1, before: 0, since: 104_000 });
  expect(atStep(still, 3, 104_000)).toEqual({ step: 3, before: 0, since: null });
});

test.each([
  [0, '0:00'],
  [999, '0:00'],
  [65_000, '1:05'],
  [3_600_000, '60:00'],
])('%i milliseconds are %s', (ms, text) => expect(clockText(ms)).toBe(text));

test.each([
  [120_000, 120_000, ''],
  [60_001, 120_000, ''],
  [60_000, 120_000, 'Less than a minute left.'],
  [30_000, 60_000, ''],
  [0, 60_000, 'The time for this step is over.'],
  [-9_000, 120_000, 'The time for this step is over.'],
])('with %i of %i left a screen reader hears %j', (left, length, said) =>
  expect(spokenOf(left, length)).toBe(said),
);
