import { redirect } from 'react-router';
import type { CurrentUser } from '#contract/accounts/calls';
import { safeNext } from '#contract/screens';
import { call } from '../calls/client.ts';
import { sessionChannelName } from '../stored-names/device.ts';
import { createListeners } from '../listeners.ts';

/** Null when signed out, undefined until asked. */
let currentUser: CurrentUser | null | undefined;

/** Cached answers of earlier versions have no `account`: it was the email. */
function withAccount(user: CurrentUser | null): CurrentUser | null {
  return user && { ...user, account: (user.account as string | undefined) ?? user.s_id };
}

/** Null when signed out. */
export async function readSession(): Promise<CurrentUser | null> {
  if (currentUser === undefined) currentUser = withAccount((await call('readSession')).student);
  return currentUser;
}

/** Null when signed out or not asked yet. */
export function knownUser(): CurrentUser | null {
  return currentUser ?? null;
}

const listeners = createListeners<[CurrentUser | null]>();

/** Called with each user after a page load or login, and with null after the session has ended. */
export const watchSession = listeners.subscribe;

export function rememberSession(user: CurrentUser | null): void {
  const known = (currentUser = withAccount(user));
  listeners.notify(known);
}

/** As after a change of the staff's batches, which screens offer. Without an answer it stays. */
export async function refreshSession(): Promise<void> {
  const answer = await call('readSession').catch(() => null);
  if (answer?.student != null) rememberSession(answer.student);
}

/** For what is loaded from now on. */
export function noteUnreadNotices(account: string, count: number): void {
  if (currentUser?.account === account) currentUser = { ...currentUser, unread_notices: count };
}

/** The account that a page shows; null after a logout. */
export type SessionMessage = { account: string | null };
let channel: BroadcastChannel | null = null;

/** Without channels a tab learns of it when it is shown. */
export function sessionChannel(): BroadcastChannel | undefined {
  if (typeof BroadcastChannel === 'undefined') return undefined;
  return (channel ??= new BroadcastChannel(sessionChannelName));
}

/** On every tab. @throws CallError when the server cannot be reached */
export async function signOut(): Promise<void> {
  await call('logOut');
  currentUser = null;
  sessionChannel()?.postMessage({ account: null } satisfies SessionMessage);
}

export function loginAddress(returnTo: string): string {
  const next = safeNext(returnTo);
  return next === null ? '/login' : `/login?next=${encodeURIComponent(next)}`;
}

function pathOf(request: Request): string {
  const { pathname, search } = new URL(request.url);
  return pathname + search;
}

/** Else redirects to the login and back. */
export async function requireSignedIn(request: Request): Promise<CurrentUser> {
  const user = await readSession();
  if (user === null) throw redirect(loginAddress(pathOf(request)));
  return user;
}
