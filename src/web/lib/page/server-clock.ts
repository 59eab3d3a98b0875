import { useEffect, useState } from 'react';
import { hourMs } from '#contract/durations';
import { useFirstServerNow } from './page-time.ts';

/** Of a single timer, in milliseconds. */
const minWaitMs = 50;
const maxWaitMs = hourMs;

/**
 * The server's clock minus this device's, in milliseconds, when an answer has just arrived. Null on the
 * server.
 * @param arrivedAt when a kept answer arrived, by this device's clock
 */
export function clockOffset(serverNow: string, arrivedAt: number | null = null): number | null {
  return typeof document === 'undefined' ? null : Date.parse(serverNow) - (arrivedAt ?? Date.now());
}

/**
 * The server's time in ms since 1970 UTC. Rerenders when one of the instants is reached, also after a sleep.
 */
export function useServerNow(offset: number, instants: readonly number[]): number {
  const [now, setNow] = useState(useFirstServerNow(offset));
  const next = Math.min(...instants.filter((instant) => instant > now));
  useEffect(() => {
    if (next === Infinity) return;
    let timer: ReturnType<typeof setTimeout>;
    const update = () => setNow(Date.now() + offset);
    // Timers overflow after weeks and stop while a device sleeps.
    const wait = () => {
      const left = next - (Date.now() + offset);
      timer = setTimeout(
        () => {
          update();
          wait();
        },
        Math.min(Math.max(left, minWaitMs), maxWaitMs),
      );
    };
    wait();
    document.addEventListener('visibilitychange', update);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', update);
    };
  }, [next, offset]);
  return now;
}
