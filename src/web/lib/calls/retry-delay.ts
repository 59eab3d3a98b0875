import { CallError, isPassing } from './call-error.ts';

/** Automatic retries, over at least two minutes, before somebody has to act. */
const maxAttempts = 8;

/**
 * The delay before an automatic retry in milliseconds; null when a retry cannot help. Exponential backoff with jitter: a
 * whole class sends at the same deadline.
 * @param attempt the number of earlier attempts, from 0
 * @param jitter from 0 to 1
 */
export function retryDelayMs(error: unknown, attempt: number, jitter = Math.random()): number | null {
  if (!(error instanceof CallError) || attempt >= maxAttempts) return null;
  const mayPass =
    isPassing(error) || error.code === 'no_upload' || (error.status === 409 && error.retryAfter !== null);
  return mayPass ? backoffMs(error, attempt, jitter) : null;
}

/** The delay before any automatic retry, in milliseconds; never shorter than the server asks. */
export function backoffMs(
  { retryAfter }: Pick<CallError, 'retryAfter'>,
  attempt: number,
  jitter = Math.random(),
): number {
  const requested = (retryAfter ?? 0) * 1000;
  return Math.round(Math.max(requested, Math.min(30_000, 2000 * 2 ** attempt)) * (1 + jitter / 4));
}

/**
 * Sleeps; ends early when the network is back, when somebody looks at the page again, or when the signal aborts.
 * @returns whether it was woken: what follows is then asked for by an event, and no attempt of its own
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
    const timer = setTimeout(end, milliseconds, false);
    window.addEventListener('online', wake);
    document.addEventListener('visibilitychange', wakeWhenShown);
    signal.addEventListener('abort', wake);
  });
}
