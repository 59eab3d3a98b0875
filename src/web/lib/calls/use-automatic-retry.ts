import { useEffect, useEffectEvent, useRef } from 'react';
import { useNavigation, useRevalidator } from 'react-router';
import { dayMs } from '#contract/durations';
import { failureOf, isPassing } from './call-error.ts';
import { backoffMs, sleep } from './retry-delay.ts';

/**
 * How often a screen is loaded again by itself: over some ten minutes, for as long as somebody looks at it. Then only when
 * the network is back, or somebody comes back to the page.
 */
const maxLoads = 24;

async function untilShown(signal: AbortSignal): Promise<void> {
  while (document.hidden && !signal.aborted) await sleep(60_000, signal);
}

/**
 * Loads again what could not be loaded because the portal was away or busy: after a while, when the network is back, and
 * when somebody comes back to the page.
 * @param error why loading failed; each failed load has one of its own
 * @returns whether it is loaded again by itself
 */
export function useAutomaticRetry(error: unknown, retry: () => void): boolean {
  const isLoading = [useRevalidator().state, useNavigation().state].some((state) => state !== 'idle');
  const loads = useRef(0);
  const load = useEffectEvent(() => {
    // Several parts of a screen may have failed: the first of them loads it, whole.
    if (!isLoading) retry();
  });
  useEffect(() => {
    const failure = failureOf(error);
    if (failure === null || !isPassing(failure)) return;
    const leaving = new AbortController();
    const { signal } = leaving;
    const loadAgain = async () => {
      const delay = loads.current < maxLoads ? backoffMs(failure, loads.current) : dayMs;
      const isWoken = await sleep(delay, signal);
      await untilShown(signal);
      if (signal.aborted) return;
      if (!isWoken) loads.current += 1;
      load();
    };
    void loadAgain();
    return () => leaving.abort();
  }, [error]);
  const failure = failureOf(error);
  return failure !== null && isPassing(failure);
}
