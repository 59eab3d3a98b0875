import { useEffect, useSyncExternalStore } from 'react';
import type { CurrentUser, SecondStep } from '#contract/accounts/calls';
import { messages } from '#contract/messages';
import { failureOf } from '../../lib/calls/call-error.ts';
import { call, CallError } from '../../lib/calls/client.ts';
import { sendAgain } from '../../lib/calls/send-again.ts';
import { rememberSession } from '../../lib/session/session.ts';
import { Notice } from '../../ui/notice.tsx';

/** Busy server (many logins at once), or a load balancer without one. */
const mayPass = ({ status }: CallError) => status === 502 || status === 503 || status === 504;

let sending: AbortController | undefined;
let isWaiting = false;
const listeners = new Set<() => void>();

function setWaiting(next: boolean): void {
  isWaiting = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
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

/**
 * Logs in, and retries while the server is busy, after its `Retry-After` at the earliest.
 * @returns the user, or the options of the second step
 * @throws CallError when refused, and when the server stays busy
 */
export async function logIn(body: { email: string; password: string }): Promise<CurrentUser | SecondStep> {
  const { signal } = (sending = new AbortController());
  const attempt = () => call('logIn', { body });
  const answer = await sendAgain(attempt, { signal, mayPass, onWait: () => setWaiting(true) }).finally(() =>
    setWaiting(false),
  );
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

/** Shown while a login is retried automatically. */
export function LoginWaiting() {
  return (
    <Notice tone="warning" title="The portal is busy right now.">
      It will log you in automatically in a moment.
    </Notice>
  );
}
