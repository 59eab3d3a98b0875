import { limits } from '../limits.ts';

/** From lowest to highest mark; hundredths, so that 0.1 + 0.2 is 0.3. */
export function marksOfLines(lines: readonly { points: number }[]): number {
  const hundredths = lines.reduce((sum, { points }) => sum + Math.round(points * 100), 0);
  return Math.min(limits.marksMax, Math.max(limits.marksMin, hundredths / 100));
}

/** At most two decimals; negative points deduct. */
export function isPoints(points: number): boolean {
  return Math.abs(points) <= limits.marksMax && Math.abs(points * 100 - Math.round(points * 100)) < 1e-6;
}

export function isOverruled(lines: readonly { points: number }[], marks: number): boolean {
  return lines.length > 0 && marks !== marksOfLines(lines);
}

export function signedPoints(points: number): string {
  return points < 0 ? `−${-points}` : `+${points}`;
}
