import { useEffect } from 'react';
import type { CurrentUser } from '#contract/accounts/calls';
import { openDrafts } from '../../lib/forms/drafts.ts';
import { rememberSession } from '../../lib/session/session.ts';

/** Stores the page's user, so that screens need no request, and opens their data on this device. */
export function useRememberedUser(user: CurrentUser | null | undefined): void {
  useEffect(() => {
    if (user == null) return;
    rememberSession(user);
    void openDrafts(user.account);
  }, [user]);
}
