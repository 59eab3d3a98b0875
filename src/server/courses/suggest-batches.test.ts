import { expect, test } from 'vitest';
import { editDistance } from './suggest-batches.ts';

test.each([
  ['', '', 0],
  ['', 'abc', 3],
  ['abc', '', 3],
  ['dsa-2026-1o', 'dsa-2026-10', 1],
  ['mern202611', 'mern-2026-11', 2],
  ['kitten', 'sitting', 3],
])('%s and %s: %i', (one, other, distance) => {
  expect(editDistance(one, other)).toBe(distance);
  expect(editDistance(other, one)).toBe(distance);
});
