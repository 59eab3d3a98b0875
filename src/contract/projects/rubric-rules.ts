import { limits } from '../limits.ts';

/**
 * What the toggled lines of a rubric come to: their points added up, not below the lowest and not above the highest mark. Points are
 * counted in hundredths, so that 0.1 and 0.2 are 0.3.
 */
export function marksOfLines(lines: readonly { points: number }[]): number {
  const hundredths = lines.reduce((sum, { points }) => sum + Math.round(points * 100), 0);
  return Math.min(limits.marksMax, Math.max(limits.marksMin, hundredths / 100));
}

/** Whether a number can be a line's points: also below 0, as what is taken off; at most two decimals. */
export function isPoints(points: number): boolean {
  return Math.abs(points) <= limits.marksMax && Math.abs(points * 100 - Math.round(points * 100)) < 1e-6;
}

/** Whether marks need a reason, since they are not what the toggled lines come to; without such lines they never do. */
export function isOverruled(lines: readonly { points: number }[], marks: number): boolean {
  return lines.length > 0 && marks !== marksOfLines(lines);
}

/** Points with their sign, as a line shows them. */
export function signedPoints(points: number): string {
  return points < 0 ? `−${-points}` : `+${points}`;
}
