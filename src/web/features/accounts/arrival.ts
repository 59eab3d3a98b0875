import { useSyncExternalStore } from 'react';
import { useLocation } from 'react-router';

/** Words for the screen that comes next, handed over with the navigation. */
export type Arrival = { notice?: string };

function noticeOf(state: unknown): string | null {
  if (typeof state !== 'object' || state === null || !('notice' in state)) return null;
  return typeof state.notice === 'string' ? state.notice : null;
}

const noChanges = () => () => {};

/** The notice that a navigation brought along; after the first render only, since the built page knows of none. */
export function useArrivalNotice(): string | null {
  const { state } = useLocation();
  const isHydrated = useSyncExternalStore(
    noChanges,
    () => true,
    () => false,
  );
  return isHydrated ? noticeOf(state) : null;
}
