import { CallError } from '../../lib/client.ts';

/** Automatic retries of a submission before the student has to act. */
const maxAttempts = 8;

/**
 * The delay before an automatic retry in milliseconds; null when a retry cannot help. Exponential backoff with jitter: a
 * whole class sends at the same deadline.
 * @param attempt the number of earlier attempts, from 0
 * @param jitter from 0 to 1
 */
export function retryDelayMs(error: unknown, attempt: number, jitter = Math.random()): number | null {
  if (!(error instanceof CallError) || attempt >= maxAttempts) return null;
  const isTransient =
    error.code === 'offline' ||
    error.code === 'no_upload' ||
    error.status === 503 ||
    (error.status === 409 && error.retryAfter !== null);
  if (!isTransient) return null;
  const requested = (error.retryAfter ?? 0) * 1000;
  return Math.round(Math.max(requested, Math.min(30_000, 2000 * 2 ** attempt)) * (1 + jitter / 4));
}

/** Sleeps; ends early when the network is back or the signal aborts. */
export function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
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
