import { hourMs, minuteMs } from '#contract/durations';
import type { AppContext } from '../context.ts';

/** Milliseconds; exceeds any difference of machines' clocks. */
export const leaseMs = 5 * minuteMs;
const firstBackoffMs = 15_000;
export const maxBackoffMs = hourMs;

/** Milliseconds: 15 s, 30 s, 1 min… up to an hour. */
export function backoffAfter(attempts: number): number {
  return Math.min(firstBackoffMs * 2 ** (Math.min(attempts, 30) - 1), maxBackoffMs);
}

const setBackMs = minuteMs;

/**
 * @returns whether a wrong clock may have set due times too late: at first, after it was set back, and hourly
 * for other machines
 */
export function makeClockWatch(
  { clock }: Pick<AppContext, 'clock'>,
  onSetBack: (seconds: number) => void = () => {},
): () => boolean {
  let lastAt: number | null = null;
  let dueAt = -Infinity;
  return () => {
    const now = clock.now();
    const backMs = lastAt === null ? 0 : lastAt - now;
    lastAt = now;
    const isSetBack = backMs > setBackMs;
    if (isSetBack) onSetBack(Math.round(backMs / 1000));
    if (!isSetBack && now < dueAt) return false;
    dueAt = now + hourMs;
    return true;
  };
}
