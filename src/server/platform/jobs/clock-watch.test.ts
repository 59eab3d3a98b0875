import { expect, test } from 'vitest';
import { hourMs, minuteMs } from '#contract/durations';
import { makeClockWatch } from './due-times.ts';

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
