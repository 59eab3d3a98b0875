import { useEffect, useState } from 'react';
import { hourMs } from '#contract/durations';
import { useFirstServerNow } from './page-time.ts';

/** Bounds of a single timer, in milliseconds. */
const minWaitMs = 50;
const maxWaitMs = hourMs;

/**
 * How far the server's clock is ahead of this device's, in milliseconds; compute it when the answer has just arrived. Null
 * on the server, whose own clock says nothing of a device.
 * @param arrivedAt when the answer arrived by this device's clock, where it was kept since
 */
export function clockOffset(serverNow: string, arrivedAt: number | null = null): number | null {
  return typeof document === 'undefined' ? null : Date.parse(serverNow) - (arrivedAt ?? Date.now());
}

/**
 * The server's time by this device's clock plus an offset, in milliseconds since 1970 UTC. Rerenders when one of the
 * instants is reached while the screen is open, or was reached while the device slept.
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
