import { minuteMs } from '#contract/durations';
import type { AppContext } from '../context.ts';

const firstPauseMs = 5_000;
const longestPauseMs = 5 * minuteMs;
const remindMs = minuteMs;

/**
 * While the mail server is unreachable, one mail tries, 5 seconds to 5 minutes apart. Logs begin and end, and
 * once a minute.
 */
export function makeMailBreaker({ clock, log }: Pick<AppContext, 'clock' | 'log'>) {
  let pauseMs = 0;
  let pausedUntil = 0;
  let toldAt = 0;
  const broken = new Set<number>();
  return {
    allows(limit: number): number {
      if (pauseMs === 0) return limit;
      // A clock that was set back must not lengthen the pause.
      const isOver = clock.now() >= pausedUntil || clock.now() < pausedUntil - longestPauseMs;
      return isOver ? Math.min(limit, 1) : 0;
    },
    /** @returns the pause in milliseconds; null where only this mail breaks the connection */
    noteUnreachable(mail: number, reason: string): number | null {
      const now = clock.now();
      if (pauseMs === 0 && broken.has(mail)) return null;
      broken.add(mail);
      // These were under way when the first one failed.
      if (pauseMs > 0 && now < pausedUntil) return pausedUntil - now;
      if (pauseMs === 0 || now - toldAt >= remindMs) {
        log.warn({ reason }, 'the mail server cannot be reached: mail waits');
        toldAt = now;
      }
      pauseMs = pauseMs === 0 ? firstPauseMs : Math.min(2 * pauseMs, longestPauseMs);
      pausedUntil = now + pauseMs;
      return pauseMs;
    },
    noteAnswer(mail: number): void {
      broken.delete(mail);
      if (pauseMs > 0) log.info('the mail server can be reached again');
      pauseMs = 0;
    },
  };
}
