import { expect, test } from 'vitest';
import { makeFileId, makeReceiptNumber } from './receipt-number.ts';

test('a receipt number holds 16 random characters of an alphabet without look-alikes, in groups of four', () => {
  const numbers = new Set(Array.from({ length: 5_000 }, makeReceiptNumber));
  expect(numbers.size).toBe(5_000);
  for (const number of numbers) expect(number).toMatch(/^CAP(-[0-9A-HJKMNP-TV-Z]{4}){4}$/);
  const seen = new Set([...numbers].flatMap((number) => [...number.slice(4).replaceAll('-', '')]));
  expect(seen.size).toBe(32);
});

test('a file id holds 26 random characters', () => {
  expect(makeFileId()).toMatch(/^[0-9A-HJKMNP-TV-Z]{26}$/);
  expect(makeFileId()).not.toBe(makeFileId());
});
