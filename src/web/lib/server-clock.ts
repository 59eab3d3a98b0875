import { useEffect, useState } from 'react';
import { hourMs } from '#contract/durations';

/** How long to wait at a time, in milliseconds. */
const shortest = 50;
const longest = hourMs;

/** How far the server's clock is ahead of this device's, in milliseconds; ask when its answer has just come. */
export function clockOffset(serverNow: string): number {
  return Date.parse(serverNow) - Date.now();
}

/**
 * The server's time as far as this device can tell, in milliseconds since 1970 UTC. Renders anew when one of the
 * instants comes while the screen is open, or has come while the device slept.
 */
export function useServerNow(offset: number, instants: readonly number[]): number {
  const [here, setHere] = useState(() => Date.now());
  const now = here + offset;
  const next = Math.min(...instants.filter((instant) => instant > now));
  useEffect(() => {
    if (next === Infinity) return;
    let timer: ReturnType<typeof setTimeout>;
    const look = () => setHere(Date.now());
    // Timers cannot wait for weeks, and stand still while a device sleeps.
    const wait = () => {
      const left = next - (Date.now() + offset);
      timer = setTimeout(
        () => {
          look();
          wait();
        },
        Math.min(Math.max(left, shortest), longest),
      );
    };
    wait();
    document.addEventListener('visibilitychange', look);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [next, offset]);
  return now;
}
