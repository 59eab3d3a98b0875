import { useEffect, useEffectEvent, useRef } from 'react';
import { useNavigation, useRevalidator } from 'react-router';
import { dayMs, minuteMs } from '#contract/durations';
import { failureOf, isPassing } from './call-error.ts';
import { backoffMs, sleep } from './retry-delay.ts';

/** About ten minutes while visible; then only when network or user return. */
const maxLoads = 24;
/** Longer than from one failed load to the next; milliseconds. */
const calmMs = 3 * minuteMs;

async function untilShown(signal: AbortSignal): Promise<void> {
  while (document.hidden && !signal.aborted) await sleep(60_000, signal);
}

/**
 * After a delay, or when network or user return.
 * @param error a new object for each failed load
 * @param onRetry in place of loading the screen's data again
 * @returns `retry` for a button, and whether it will reload automatically
 */
export function useAutomaticRetry(
  error: unknown,
  onRetry?: () => void,
): { retry: () => void; isRetried: boolean } {
  const { state, revalidate } = useRevalidator();
  const isNavigating = useNavigation().state !== 'idle';
  const retry = onRetry ?? (() => void revalidate());
  const loads = useRef(0);
  const failedAt = useRef(0);
  const load = useEffectEvent(() => {
    // Several parts may have failed; the first reloads all.
    if (state === 'idle' && !isNavigating) retry();
  });
  useEffect(() => {
    const failure = failureOf(error);
    if (failure === null || !isPassing(failure)) return;
    // Soon again it is the same outage: a part of the screen came, the next failed.
    const now = Date.now();
    if (now - failedAt.current > calmMs) loads.current = 0;
    failedAt.current = now;
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
  return { retry, isRetried: failure !== null && isPassing(failure) };
}
