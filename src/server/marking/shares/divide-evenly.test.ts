import { expect, test } from 'vitest';
import { divideEvenly } from './divide-evenly.ts';

const range = (count: number) => Array.from({ length: count }, (_, i) => i + 1);

function countsOf(divided: ReadonlyMap<number, number>): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const mentor of divided.values()) counts[mentor] = (counts[mentor] ?? 0) + 1;
  return counts;
}

test.each([
  [34, [7, 9], { 7: 17, 9: 17 }],
  [35, [9, 7], { 9: 18, 7: 17 }],
  [7, [1, 2, 3], { 1: 3, 2: 2, 3: 2 }],
  [2, [1, 2, 3], { 1: 1, 2: 1 }],
  [3, [5], { 5: 3 }],
  [0, [1, 2], {}],
  [4, [], {}],
])('%i students between the mentors %j', (students, mentors, expected) => {
  const divided = divideEvenly(range(students), mentors);
  expect(countsOf(divided)).toEqual(expected);
  expect(divideEvenly(range(students), mentors)).toEqual(divided);
});

test('who has fewer gets the next ones, until all have as many', () => {
  const has = new Map([
    [1, 10],
    [2, 8],
    [3, 8],
  ]);
  expect(countsOf(divideEvenly(range(3), [1, 2, 3], has))).toEqual({ 2: 2, 3: 1 });
  expect(countsOf(divideEvenly(range(7), [1, 2, 3], has))).toEqual({ 1: 1, 2: 3, 3: 3 });
});
