import { exactly, over, plus, rounded, zero } from '../exact.ts';

/** The one mean of screens and exports: to one decimal, half up; null for fewer than two marks. */
export function meanOfMarks(marks: readonly (number | null)[]): number | null {
  const given = marks.filter((mark) => mark !== null);
  if (given.length < 2) return null;
  return rounded(over(given.map(exactly).reduce(plus, zero), BigInt(given.length)), 1);
}
