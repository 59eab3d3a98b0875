import { useEffect } from 'react';
import type { CurrentUser } from '#contract/accounts/calls';
import { openDrafts } from '../../lib/forms/drafts.ts';
import { rememberSession } from '../../lib/session/session.ts';

/** Remembers who came with the page, so that no screen asks again, and opens what this device keeps for them. */
export function useRememberedUser(user: CurrentUser | null | undefined): void {
  useEffect(() => {
    if (user == null) return;
    rememberSession(user);
    void openDrafts(user.account);
  }, [user]);
}
