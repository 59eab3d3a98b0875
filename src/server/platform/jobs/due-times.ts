import { hourMs, minuteMs } from '#contract/durations';
import type { AppContext } from '../context.ts';

/** In milliseconds; far longer than the clocks of different machines may differ. */
export const leaseMs = 5 * minuteMs;
const firstBackoffMs = 15_000;
export const maxBackoffMs = hourMs;

/** In milliseconds: 15 s, 30 s, 1 min… up to an hour, without end. */
export function backoffAfter(attempts: number): number {
  return Math.min(firstBackoffMs * 2 ** (Math.min(attempts, 30) - 1), maxBackoffMs);
}

const setBackMs = minuteMs;

/**
 * @returns whether to look for due times that a wrong clock set too late: at first, after the clock was set
 *   back, and hourly, since another machine's may have been wrong
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
