import { expect, test } from 'vitest';
import { backoffAfter } from './due-times.ts';

test('the backoff grows to an hour and stays there', () => {
  expect([1, 2, 3, 8, 9, 1_000].map(backoffAfter)).toEqual([
    15_000, 30_000, 60_000, 1_920_000, 3_600_000, 3_600_000,
  ]);
});
