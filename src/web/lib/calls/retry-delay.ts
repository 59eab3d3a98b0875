import { CallError, isPassing } from './call-error.ts';

/** Covers at least two minutes of automatic retries. */
const maxAttempts = 8;

/**
 * Milliseconds of exponential backoff, with jitter since a whole class submits at one deadline; null if a
 * retry cannot help.
 * @param attempt earlier attempts, from 0
 * @param jitter 0 to 1
 */
export function retryDelayMs(error: unknown, attempt: number, jitter = Math.random()): number | null {
  if (!(error instanceof CallError) || attempt >= maxAttempts) return null;
  const mayPass =
    isPassing(error) || error.code === 'no_upload' || (error.status === 409 && error.retryAfter !== null);
  return mayPass ? backoffMs(error, attempt, jitter) : null;
}

/** Milliseconds; never shorter than Retry-After. */
export function backoffMs(
  { retryAfter }: Pick<CallError, 'retryAfter'>,
  attempt: number,
  jitter = Math.random(),
): number {
  const requested = (retryAfter ?? 0) * 1000;
  return Math.round(Math.max(requested, Math.min(30_000, 2000 * 2 ** attempt)) * (1 + jitter / 4));
}

/** A browser's timer of more milliseconds ends at once. */
const longestMs = 2 ** 31 - 1;

/**
 * Ends early when the network or the user returns, or the signal aborts.
 * @returns whether an event ended it; the next request then does not count as an attempt
 */
export function sleep(milliseconds: number, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const end = (isWoken: boolean) => {
      clearTimeout(timer);
      window.removeEventListener('online', wake);
      document.removeEventListener('visibilitychange', wakeWhenShown);
      signal.removeEventListener('abort', wake);
      resolve(isWoken);
    };
    const wake = () => end(true);
    const wakeWhenShown = () => void (document.hidden || wake());
    const timer = setTimeout(end, Math.min(milliseconds, longestMs), false);
    window.addEventListener('online', wake);
    document.addEventListener('visibilitychange', wakeWhenShown);
    signal.addEventListener('abort', wake);
  });
}
