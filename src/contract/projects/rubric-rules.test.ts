import { expect, test } from 'vitest';
import { isOverruled, isPoints, marksOfLines, signedPoints } from './rubric-rules.ts';

const of = (...points: number[]) => points.map((one) => ({ points: one }));

test.each([
  [of(), 0],
  [of(40, 30), 70],
  [of(0.1, 0.2), 0.3],
  [of(33.33, 33.33, 33.34), 100],
  [of(90, 20), 100],
  [of(10, -25), 0],
  [of(60, -10), 50],
])('%j come to %d', (lines, marks) => expect(marksOfLines(lines)).toBe(marks));

test('points have a sign and at most two decimals', () => {
  expect([100, -100, 0, 12.25, -0.1].map(isPoints)).toEqual([true, true, true, true, true]);
  expect([100.01, -101, 0.125, Number.NaN].map(isPoints)).toEqual([false, false, false, false]);
  expect([signedPoints(40), signedPoints(-2.5)]).toEqual(['+40', '−2.5']);
});

test('marks need a reason where lines come to others, and never without lines', () => {
  expect(isOverruled(of(40, 30), 70)).toBe(false);
  expect(isOverruled(of(40, 30), 75)).toBe(true);
  expect(isOverruled(of(90, 20), 100)).toBe(false);
  expect(isOverruled([], 75)).toBe(false);
});
