import { hourMs, minuteMs } from '#contract/durations';
import type { AppContext } from '../context.ts';

/** A clock that is corrected by less is no wrong one. */
const setBackMs = minuteMs;

/**
 * Tells when to look for times that a wrong clock has put too far away: at first, when the clock was set back, and once an hour,
 * since another machine's may have been wrong.
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
