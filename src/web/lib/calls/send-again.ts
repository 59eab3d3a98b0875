import { CallError } from './call-error.ts';
import { retryDelayMs, sleep } from './retry-delay.ts';

/**
 * Makes a call again while the portal is away or busy, for two minutes and more. The call must be safe to repeat.
 * @param onWait called when an attempt failed that will be made again
 * @param mayPass which failures are worth another attempt
 * @throws what the last attempt threw, also when the signal aborts
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
      // Without a network nothing is asked of the server: that costs nobody anything and has no end.
      const delay = isWorthIt ? retryDelayMs(error, navigator.onLine ? tries : Math.min(tries, 1)) : null;
      if (delay === null) throw error;
      onWait();
      if (await sleep(delay, signal)) tries--;
      if (signal.aborted) throw error;
    }
  }
}
