import { useEffect, useState } from 'react';

const hour = 60 * 60 * 1000;

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
    const look = () => setHere(Date.now());
    // Timers cannot wait for weeks, and stand still while a device sleeps.
    const wait = Math.min(Math.max(next - (Date.now() + offset), 0), hour);
    const timer = setTimeout(look, wait);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [next, offset, here]);
  return now;
}
