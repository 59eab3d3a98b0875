import { expect, it } from 'vitest';
import { formatNumber } from './format-number.ts';

it.each([0, 7, 999, 1_000, 12_345, 999_999, 1_234_567])('%i as English writes it', (count) => {
  expect(formatNumber(count)).toBe(count.toLocaleString('en'));
});
