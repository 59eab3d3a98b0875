import { createContext, useContext, useState, useSyncExternalStore } from 'react';

export type PageTime = {
  /** Milliseconds since 1970 UTC. */
  now: number;
  /** Null while the server does not know it. */
  readerZone: string | null;
  /** The server's clock minus this device's, in milliseconds; 0 on the server. */
  offset: number;
};

/** Null without a server's page, as in component tests. */
export const PageTimeContext = createContext<PageTime | null>(null);

const noSubscription = () => () => {};

/** False on the server and while hydrating. */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(
    noSubscription,
    () => true,
    () => false,
  );
}

/** Device clock, ms since 1970 UTC. */
function arrivedAt(): number {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return performance.timeOrigin + (navigation?.responseStart ?? 0);
}

export function usePageTime(now: number, readerZone: string | null): PageTime {
  const [offset] = useState(() => (typeof document === 'undefined' ? 0 : now - arrivedAt()));
  return { now, readerZone, offset };
}

/**
 * The server's time at the first render, ms since 1970 UTC: the page's time, so that hydration renders the
 * same.
 * @param offset the server's clock minus this device's, in milliseconds
 */
export function useFirstServerNow(offset: number): number {
  const page = useContext(PageTimeContext);
  const isHydrated = useIsHydrated();
  const [first] = useState(() => (isHydrated || page === null ? Date.now() + offset : page.now));
  return first;
}

/** The offset measured with an answer, or the page's own if the answer came with it. */
export function useClockOffset(measured: number | null): number {
  const page = useContext(PageTimeContext);
  return measured ?? page?.offset ?? 0;
}
