import { expect, test } from 'vitest';
import { asNumber, compare, exactly, minus, over, plus, rounded, times, zero } from './exact.ts';

test.each([
  [0.5, 0, 1],
  [0.4999, 0, 0],
  [1.005, 2, 1.01],
  [8.345, 2, 8.35],
  [64.05, 1, 64.1],
  [99.95, 1, 100],
  [1e-7, 2, 0],
  [0, 2, 0],
  [5e21, 0, 5e21],
])('%d to %d decimals is %d', (value, decimals, text) =>
  expect(rounded(exactly(value), decimals)).toBe(text),
);

test('sums, differences, and shares are those of the written digits', () => {
  expect(asNumber(plus(exactly(0.1), exactly(0.2)))).toBe(0.3);
  expect(asNumber(minus(exactly(72.3), exactly(0.2)))).toBe(72.1);
  expect(minus(exactly(1), exactly(2))).toBe(zero);
  expect(compare(over(times(exactly(7), 3n), 3n), exactly(7))).toBe(0);
  expect(compare(over(exactly(1), 3n), exactly(0.333))).toBe(1);
});
