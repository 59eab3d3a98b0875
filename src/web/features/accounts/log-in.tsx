import { useEffect, useSyncExternalStore } from 'react';
import type { CurrentUser, SecondStep } from '#contract/accounts/calls';
import { messages } from '#contract/messages';
import { CallError, failureOf } from '../../lib/calls/call-error.ts';
import { call, type AnswerOf } from '../../lib/calls/client.ts';
import { createListeners } from '../../lib/listeners.ts';
import { rememberSession } from '../../lib/session/session.ts';
import { Notice } from '../../ui/notice.tsx';
import { retryDelayMs, sleep } from '../../lib/calls/retry-delay.ts';

/** Busy server (many logins at once), or a load balancer without one. */
const mayPass = ({ status }: CallError) => status === 502 || status === 503 || status === 504;

let sending: AbortController | undefined;
let isWaiting = false;
const { notify, subscribe } = createListeners();

function setWaiting(next: boolean): void {
  isWaiting = next;
  notify();
}

/** Stops retrying: the last attempt counts as failed. */
export const stopWaiting = (): void => sending?.abort();

/** Whether a login is retried because the server is busy; ends with the screen. */
export function useLoginWaits(): boolean {
  useEffect(() => stopWaiting, []);
  return useSyncExternalStore(
    subscribe,
    () => isWaiting,
    () => false,
  );
}

/** Retries for at least two minutes while the server is busy, after its `Retry-After` at the earliest. */
async function sendLogin(body: { email: string; password: string }): Promise<AnswerOf<'logIn'>> {
  const { signal } = (sending = new AbortController());
  for (let tries = 0; ; tries++) {
    try {
      return await call('logIn', { body });
    } catch (error) {
      const isWorthIt = !signal.aborted && error instanceof CallError && mayPass(error);
      // Offline attempts cost the server nothing.
      const delay = isWorthIt ? retryDelayMs(error, navigator.onLine ? tries : Math.min(tries, 1)) : null;
      if (delay === null) throw error;
      setWaiting(true);
      if (await sleep(delay, signal)) tries--;
      if (signal.aborted) throw error;
    }
  }
}

/**
 * @returns the user, or the options of the second step
 * @throws CallError when refused, and when the server stays busy
 */
export async function logIn(body: { email: string; password: string }): Promise<CurrentUser | SecondStep> {
  const answer = await sendLogin(body).finally(() => setWaiting(false));
  if (answer.message === messages.secondStepNeeded) return answer.second_step;
  if (answer.message !== messages.loginSuccessful)
    throw new CallError(401, 'refused', (answer as { message: string }).message);
  rememberSession(answer.student);
  return answer.student;
}

/** The message of a failed login (specification, section 8); rate limiting adds its own. */
export function loginErrorMessage(error: unknown): string {
  const failure = failureOf(error);
  if (failure?.status === 401) return messages.loginInvalid;
  if (failure?.code === 'suspended') return messages.accountSuspended;
  if (failure?.status === 429) return `${messages.loginFailed} ${failure.message}`;
  return messages.loginFailed;
}

export function LoginWaiting() {
  return (
    <Notice tone="warning" title="The portal is busy right now.">
      It will log you in automatically in a moment.
    </Notice>
  );
}
