import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { makeRefusalThrottle, type RefusalThrottle } from './refusal-throttle.ts';

beforeEach(() => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
});

const ask = (throttle: RefusalThrottle, asker: number | string, times: number) =>
  Array.from({ length: times }, () => throttle(asker));

test('the first refusals of one who asks go at once, the next at a steady pace, and none waits for long', () => {
  const throttle = makeRefusalThrottle();
  expect(new Set(ask(throttle, 'a', 16))).toEqual(new Set([0]));
  expect(ask(throttle, 'a', 3)).toEqual([62.5, 125, 187.5]);
  expect(Math.max(...ask(throttle, 'a', 1_000))).toBe(3_000);
  expect(throttle('b'), 'another network').toBe(0);
  expect(throttle(7), 'an account').toBe(0);
});

test('who rests is told at once again, and forgotten', () => {
  const throttle = makeRefusalThrottle();
  ask(throttle, 'a', 1_000);
  vi.advanceTimersByTime(3_000);
  expect(throttle('a'), 'one more of many').toBe(62.5);
  vi.advanceTimersByTime(1_062.5);
  expect(new Set(ask(throttle, 'a', 16))).toEqual(new Set([0]));
});
