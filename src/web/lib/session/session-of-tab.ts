import { useEffect } from 'react';
import type { CurrentUser } from '#contract/accounts/calls';
import { homeOf } from '#contract/screens';
import { call } from '../calls/client.ts';
import { hasDrafts, isSavingDrafts } from '../forms/drafts.ts';
import { reauthenticate } from './reauth-prompt.ts';
import { loginAddress, sessionChannel, type SessionMessage } from './session.ts';

/** A new document drops all that this page holds in memory. */
function leaveFor(address: string): void {
  // A page that is sending would ask whether to stay.
  window.addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), { capture: true });
  location.replace(address);
}

async function lookAtSession(account: string, hasUnkept: () => boolean): Promise<void> {
  const answer = await call('readSession').catch(() => null);
  if (answer === null) return;
  const { student } = answer;
  if (student === null) {
    // Unsaved text and requests would be lost.
    if ((hasDrafts() && !isSavingDrafts()) || hasUnkept()) await reauthenticate();
    else leaveFor(loginAddress(location.pathname + location.search));
  } else if (student.account !== account) leaveFor(homeOf(student));
}

const never = () => false;

/**
 * Removes personal data from this tab once the browser's session is another's: after a logout in another tab,
 * and when the tab is shown or another tab has another account.
 * @param hasUnkept whether requests would be lost with the page; the same function at each call
 */
export function useSessionOfTab(user: CurrentUser | null | undefined, hasUnkept = never): void {
  const account = user?.account;
  useEffect(() => {
    if (account === undefined) return;
    const onMessage = ({ data }: MessageEvent<SessionMessage>) => {
      if (data.account === null) leaveFor('/');
      else if (data.account !== account) void lookAtSession(account, hasUnkept);
    };
    const onShown = () => document.visibilityState === 'visible' && void lookAtSession(account, hasUnkept);
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
  }, [account, hasUnkept]);
}
