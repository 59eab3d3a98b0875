import { hourMs, minuteMs } from '#contract/durations';

/** In milliseconds; far longer than the clocks of different machines may differ. */
export const leaseMs = 5 * minuteMs;
const firstBackoffMs = 15_000;
export const maxBackoffMs = hourMs;

/** In milliseconds: 15 s, 30 s, 1 min… up to an hour, without end. */
export function backoffAfter(attempts: number): number {
  return Math.min(firstBackoffMs * 2 ** (Math.min(attempts, 30) - 1), maxBackoffMs);
}
