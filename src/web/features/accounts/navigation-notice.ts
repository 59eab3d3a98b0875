import { useSyncExternalStore } from 'react';
import { useLocation } from 'react-router';

/** Navigation state with a message for the next screen. */
export type NavigationNotice = { notice?: string };

function noticeOf(state: unknown): string | null {
  if (typeof state !== 'object' || state === null || !('notice' in state)) return null;
  return typeof state.notice === 'string' ? state.notice : null;
}

const noChanges = () => () => {};

/** The message of the navigation state; after hydration only, since the prerendered page has none. */
export function useNavigationNotice(): string | null {
  const { state } = useLocation();
  const isHydrated = useSyncExternalStore(
    noChanges,
    () => true,
    () => false,
  );
  return isHydrated ? noticeOf(state) : null;
}
