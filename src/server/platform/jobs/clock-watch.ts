import { hourMs, minuteMs } from '#contract/durations';
import type { AppContext } from '../context.ts';

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
