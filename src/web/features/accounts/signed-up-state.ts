import { useState } from 'react';
import { useLocation } from 'react-router';
import { useIsHydrated } from '../../lib/page/page-time.ts';
import type { NavigationNotice } from './navigation-notice.ts';

/** What the login is told by a signup that has just succeeded. */
export type SignedUpState = NavigationNotice & {
  email: string;
  /** What became of the typed batch; null where it was joined. */
  batch: string | null;
};

/** That of the navigation which led to the screen; null for any other, and for a page that the server rendered. */
export function useSignedUpState(): SignedUpState | null {
  const state: unknown = useLocation().state;
  const isHydrated = useIsHydrated();
  const [signedUp] = useState(() =>
    isHydrated && typeof state === 'object' && state !== null && 'email' in state
      ? (state as SignedUpState)
      : null,
  );
  return signedUp;
}
