import { expect, test } from 'vitest';
import { makeRetryAfterEstimator } from './retry-after.ts';

function atRate(perSecond: number, count: number) {
  let now = 1_000_000;
  const comeBack = makeRetryAfterEstimator(() => now);
  for (let i = 0; i < count; i++) {
    comeBack.finished();
    now += 1_000 / perSecond;
  }
  return { comeBack, wait: (ms: number) => (now += ms) };
}

test('a few are told the soonest time, a crowd is spread at the pace of the last hand-ins', () => {
  const { comeBack } = atRate(100, 200);
  const told = Array.from({ length: 1_000 }, () => comeBack.seconds());
  expect(told.slice(0, 10)).toEqual(Array(10).fill(3));
  expect(told.at(-1)).toBe(10);
  for (let second = 4; second < 10; second++)
    expect(told.filter((seconds) => seconds === second)).toHaveLength(100);
});

test('times are forgotten when they have passed, and never beyond half a minute', () => {
  const { comeBack, wait } = atRate(100, 200);
  for (let i = 0; i < 10_000; i++) expect(comeBack.seconds()).toBeLessThanOrEqual(30);
  wait(200_000);
  expect(comeBack.seconds()).toBe(3);
});

test('without hand-ins before it, or after a quiet hour, a slow pace is assumed', () => {
  const first = makeRetryAfterEstimator(() => 5);
  const quiet = atRate(100, 200);
  quiet.wait(3_600_000);
  for (const comeBack of [first, quiet.comeBack]) {
    const told = Array.from({ length: 200 }, () => comeBack.seconds());
    expect([told[0], told.at(-1)]).toEqual([3, 10]);
  }
});
