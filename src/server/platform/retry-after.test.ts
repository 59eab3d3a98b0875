import { expect, test } from 'vitest';
import { createRetryAfterEstimator } from './concurrency-limiter.ts';

function estimatorAtRate(perSecond: number, count: number) {
  let now = 1_000_000;
  const estimator = createRetryAfterEstimator(() => now);
  for (let i = 0; i < count; i++) {
    estimator.finished();
    now += 1_000 / perSecond;
  }
  return { estimator, wait: (ms: number) => (now += ms) };
}

test('a few get the shortest delay, a crowd is spread at the pace of the last finished requests', () => {
  const { estimator } = estimatorAtRate(100, 200);
  const delays = Array.from({ length: 1_000 }, () => estimator.seconds());
  expect(delays.slice(0, 10)).toEqual(Array(10).fill(3));
  expect(delays.at(-1)).toBe(10);
  for (let second = 4; second < 10; second++)
    expect(delays.filter((seconds) => seconds === second)).toHaveLength(100);
});

test('delays that have passed are forgotten, and none is longer than half a minute', () => {
  const { estimator, wait } = estimatorAtRate(100, 200);
  for (let i = 0; i < 10_000; i++) expect(estimator.seconds()).toBeLessThanOrEqual(30);
  wait(200_000);
  expect(estimator.seconds()).toBe(3);
});

test('without finished requests, or after a quiet hour, a slow pace is assumed', () => {
  const first = createRetryAfterEstimator(() => 5);
  const quiet = estimatorAtRate(100, 200);
  quiet.wait(3_600_000);
  for (const estimator of [first, quiet.estimator]) {
    const delays = Array.from({ length: 200 }, () => estimator.seconds());
    expect([delays[0], delays.at(-1)]).toEqual([3, 10]);
  }
});
