import { minuteMs } from '#contract/durations';
import type { AppContext } from '../context.ts';

const firstPauseMs = 5_000;
const longestPauseMs = 5 * minuteMs;
const remindMs = minuteMs;

/**
 * Pauses all mail while the mail server cannot be reached: one mail tries, 5 seconds to 5 minutes apart, and the log has a line
 * when that begins and ends, and one a minute between.
 */
export function makeMailBreaker({ clock, log }: Pick<AppContext, 'clock' | 'log'>) {
  let pauseMs = 0;
  let pausedUntil = 0;
  let toldAt = 0;
  /** Mails at which the connection broke, and which the server has not answered about since. */
  const broken = new Set<number>();
  return {
    /** How many mails may be tried now, of so many as there is room for. */
    allows(limit: number): number {
      if (pauseMs === 0) return limit;
      // A clock that was set back does not make the pause longer.
      const isOver = clock.now() >= pausedUntil || clock.now() < pausedUntil - longestPauseMs;
      return isOver ? Math.min(limit, 1) : 0;
    },
    /**
     * @returns how long it is paused, in milliseconds; null where the server answers about others, and the connection breaks again at
     *   this mail alone
     */
    noteUnreachable(mail: number, reason: string): number | null {
      const now = clock.now();
      if (pauseMs === 0 && broken.has(mail)) return null;
      broken.add(mail);
      // Others that were on their way when the first one failed.
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
