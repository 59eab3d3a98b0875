import { expect, test } from 'vitest';
import { hourMs, minuteMs } from '#contract/durations';
import { backoffAfter, makeClockWatch } from './job.ts';

test('the backoff grows to an hour and stays there', () => {
  expect([1, 2, 3, 8, 9, 1_000].map(backoffAfter)).toEqual([
    15_000, 30_000, 60_000, 1_920_000, 3_600_000, 3_600_000,
  ]);
});

test('times are looked at first, once an hour, and when the clock was set back by more than a minute', () => {
  let now = 1e12;
  const told: number[] = [];
  const isTime = makeClockWatch({ clock: { now: () => now } }, (seconds) => told.push(seconds));
  const after = (ms: number) => {
    now += ms;
    return isTime();
  };
  expect([isTime(), isTime(), after(hourMs - 1), after(1), after(1)]).toEqual([
    true,
    false,
    false,
    true,
    false,
  ]);
  expect([after(-minuteMs), after(-minuteMs - 1_000), after(0)]).toEqual([false, true, false]);
  expect(told).toEqual([61]);
});
