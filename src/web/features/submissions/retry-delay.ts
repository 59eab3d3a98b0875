import { CallError } from '../../lib/client.ts';

/** So often a hand-in is sent again by itself before its student is asked. */
const mostAttempts = 8;

/**
 * How long to wait before a hand-in is sent again by itself, in milliseconds; null when trying again is of no use.
 * Growing, and spread by chance: a whole class sends at the same deadline.
 * @param attempt how often it was sent before this failure, from 0
 * @param chance from 0 to 1
 */
export function retryDelayMs(error: unknown, attempt: number, chance = Math.random()): number | null {
  if (!(error instanceof CallError) || attempt >= mostAttempts) return null;
  const isPassing =
    error.code === 'offline' ||
    error.code === 'no_upload' ||
    error.status === 503 ||
    (error.status === 409 && error.retryAfter !== null);
  if (!isPassing) return null;
  const asked = (error.retryAfter ?? 0) * 1000;
  return Math.round(Math.max(asked, Math.min(30_000, 2000 * 2 ** attempt)) * (1 + chance / 4));
}

/** Waits; ends early when the network is back or the signal ends it. */
export function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      window.removeEventListener('online', done);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    window.addEventListener('online', done);
    signal.addEventListener('abort', done);
  });
}
