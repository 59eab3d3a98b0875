import { useEffect } from 'react';
import type { CurrentUser } from '#contract/accounts/calls';
import { homeOf } from '#contract/screens';
import { call } from '../calls/client.ts';
import { hasDrafts, isSavingDrafts } from '../forms/drafts.ts';
import { reauthenticate } from './reauth-prompt.ts';
import { outboxAtLogout } from './session-end.ts';
import { loginAddress, sessionChannel, type SessionMessage } from './session.ts';

/** A new document drops all that this page holds in memory. */
function leaveFor(address: string): void {
  // A page that is sending would ask whether to stay.
  window.addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), { capture: true });
  location.replace(address);
}

async function lookAtSession(account: string): Promise<void> {
  const answer = await call('readSession').catch(() => null);
  if (answer === null) return;
  const { student } = answer;
  if (student === null) {
    // Unsaved text and requests would be lost.
    if ((hasDrafts() && !isSavingDrafts()) || outboxAtLogout()?.hasUnkept()) await reauthenticate();
    else leaveFor(loginAddress(location.pathname + location.search));
  } else if (student.account !== account) leaveFor(homeOf(student));
}

/**
 * Removes personal data from this tab once the browser's session is another's: after a logout in another tab,
 * and when the tab is shown or another tab has another account.
 */
export function useSessionOfTab(user: CurrentUser | null | undefined): void {
  const account = user?.account;
  useEffect(() => {
    if (account === undefined) return;
    const onMessage = ({ data }: MessageEvent<SessionMessage>) => {
      if (data.account === null) leaveFor('/');
      else if (data.account !== account) void lookAtSession(account);
    };
    const onShown = () => document.visibilityState === 'visible' && void lookAtSession(account);
    const onBack = ({ persisted }: PageTransitionEvent) => persisted && onShown();
    const channel = sessionChannel();
    channel?.addEventListener('message', onMessage);
    channel?.postMessage({ account } satisfies SessionMessage);
    document.addEventListener('visibilitychange', onShown);
    window.addEventListener('pageshow', onBack);
    return () => {
      channel?.removeEventListener('message', onMessage);
      document.removeEventListener('visibilitychange', onShown);
      window.removeEventListener('pageshow', onBack);
    };
  }, [account]);
}
