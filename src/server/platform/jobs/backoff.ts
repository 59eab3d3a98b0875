import { hourMs, minuteMs } from '#contract/durations';

/**
 * How long a claim holds, in milliseconds: nobody else runs what is claimed until then. Claims compare the clocks of
 * different machines, so that it is far longer than these may differ.
 */
export const leaseMs = 5 * minuteMs;
const firstBackoffMs = 15_000;
export const maxBackoffMs = hourMs;

/** Exponential backoff after a failed attempt, in milliseconds: 15 s, 30 s, 1 min… up to an hour; it never gives up. */
export function backoffAfter(attempts: number): number {
  return Math.min(firstBackoffMs * 2 ** (Math.min(attempts, 30) - 1), maxBackoffMs);
}
