import { CallError, toFailure, type CallFailure } from './call-error.ts';
import { retryDelayMs, sleep } from './retry-delay.ts';

/** One attempt of a call that is safe to repeat; `isRepeat` when an earlier one may have done its work unheard. */
export type Attempt<T> = (isRepeat: boolean) => Promise<T>;

/** Makes a call that is safe to repeat, again and again while the failure may pass. @throws what the last attempt threw */
export type Send = <T>(attempt: Attempt<T>) => Promise<T>;

/**
 * Makes a call again while the portal is away or busy, for two minutes and more. The call must be safe to repeat: a read, a
 * PUT, a DELETE, or a POST with an Idempotency-Key.
 * @param onWait hears why an attempt failed that will be made again
 * @param mayPass which failures are worth another attempt, where not all are that may pass
 * @throws what the last attempt threw, also when the signal aborts
 */
export async function sendAgain<T>(
  attempt: Attempt<T>,
  {
    signal,
    onWait,
    mayPass = () => true,
  }: {
    signal: AbortSignal;
    onWait: (failure: CallFailure) => void;
    mayPass?: (failure: CallError) => boolean;
  },
): Promise<T> {
  let isRepeat = false;
  for (let tries = 0; ; tries++) {
    try {
      return await attempt(isRepeat);
    } catch (error) {
      const isWorthIt = !signal.aborted && error instanceof CallError && mayPass(error);
      // Without a network nothing is asked of the server: that costs nobody anything and has no end.
      const delay = isWorthIt ? retryDelayMs(error, navigator.onLine ? tries : Math.min(tries, 1)) : null;
      if (delay === null) throw error;
      isRepeat = true;
      onWait(toFailure(error));
      if (await sleep(delay, signal)) tries--;
      if (signal.aborted) throw error;
    }
  }
}
