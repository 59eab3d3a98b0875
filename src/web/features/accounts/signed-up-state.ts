import { useState } from 'react';
import { useLocation } from 'react-router';
import { useIsHydrated } from '../../lib/page/page-time.ts';
import type { NavigationNotice } from './navigation-notice.ts';

/** What a successful signup passes to the login. */
export type SignedUpState = NavigationNotice & {
  email: string;
  /** What happened to the typed batch; null if it was joined. */
  batch: string | null;
};

/** null without such a navigation, and on a server-rendered page. */
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
