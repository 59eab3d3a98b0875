import { createContext, useContext, useState, useSyncExternalStore } from 'react';

/** When the page was made by the server's clock, and where its reader is, as far as the server knew. */
export type PageTime = {
  /** Milliseconds since 1970 UTC. */
  now: number;
  /** The reader's time zone; null while the server did not know it. */
  readerZone: string | null;
  /** How far the server's clock is ahead of this device's, in milliseconds; 0 on the server. */
  offset: number;
};

/** Null where no server made the page, as in component tests. */
export const PageTimeContext = createContext<PageTime | null>(null);

const noSubscription = () => () => {};

/** False on the server and in the render that hydrates its HTML, true ever after. */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(
    noSubscription,
    () => true,
    () => false,
  );
}

/** When the page arrived, by this device's clock, in milliseconds since 1970 UTC. */
function arrivedAt(): number {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return performance.timeOrigin + (navigation?.responseStart ?? 0);
}

/** The context's value for what the server said. */
export function usePageTime(now: number, readerZone: string | null): PageTime {
  const [offset] = useState(() => (typeof document === 'undefined' ? 0 : now - arrivedAt()));
  return { now, readerZone, offset };
}

/**
 * The server's time when a component is first rendered, in milliseconds since 1970 UTC: what the server rendered and what
 * hydrates it tell the same time, the page's.
 * @param offset how far the server's clock is ahead of this device's, in milliseconds
 */
export function useFirstServerNow(offset: number): number {
  const page = useContext(PageTimeContext);
  const isHydrated = useIsHydrated();
  const [first] = useState(() => (isHydrated || page === null ? Date.now() + offset : page.now));
  return first;
}

/** A clock offset that was measured when an answer arrived, or the page's own where the answer came with it. */
export function useClockOffset(measured: number | null): number {
  const page = useContext(PageTimeContext);
  return measured ?? page?.offset ?? 0;
}
