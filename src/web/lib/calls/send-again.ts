import { CallError } from './call-error.ts';
import { retryDelayMs, sleep } from './retry-delay.ts';

/**
 * Repeats an idempotent call for at least two minutes while the portal is down or busy.
 * @param mayPass which failures are retried
 * @throws the last error, also when the signal aborts
 */
export async function sendAgain<T>(
  attempt: () => Promise<T>,
  {
    signal,
    onWait,
    mayPass,
  }: {
    signal: AbortSignal;
    onWait: () => void;
    mayPass: (failure: CallError) => boolean;
  },
): Promise<T> {
  for (let tries = 0; ; tries++) {
    try {
      return await attempt();
    } catch (error) {
      const isWorthIt = !signal.aborted && error instanceof CallError && mayPass(error);
      // Offline attempts cost the server nothing.
      const delay = isWorthIt ? retryDelayMs(error, navigator.onLine ? tries : Math.min(tries, 1)) : null;
      if (delay === null) throw error;
      onWait();
      if (await sleep(delay, signal)) tries--;
      if (signal.aborted) throw error;
    }
  }
}
