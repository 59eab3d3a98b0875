import { redirect } from 'react-router';
import type { CurrentUser } from '#contract/accounts/calls';
import { safeNext } from '#contract/screens';
import { call } from '../calls/client.ts';

/** The current user of this browser; null when signed out, undefined until asked. */
let currentUser: CurrentUser | null | undefined;

/** An answer of an earlier version, which may be kept on the device, has no `account`: it was the address. */
function withAccount(user: CurrentUser | null): CurrentUser | null {
  return user && { ...user, account: (user.account as string | undefined) ?? user.s_id };
}

/** The current user, from the page or from the server; null when signed out. */
export async function readSession(): Promise<CurrentUser | null> {
  if (currentUser === undefined) currentUser = withAccount((await call('readSession')).student);
  return currentUser;
}

/** The same without asking: null when signed out or not asked yet. */
export function knownUser(): CurrentUser | null {
  return currentUser ?? null;
}

type SessionListener = (user: CurrentUser | null) => void;
const listeners = new Set<SessionListener>();

/** Called with each user who came with a page or has just logged in, and with null after a session has ended. */
export function watchSession(listener: SessionListener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Caches the user who came with the page or has just logged in, or null after the session has ended. */
export function rememberSession(user: CurrentUser | null): void {
  const known = (currentUser = withAccount(user));
  listeners.forEach((listener) => listener(known));
}

/**
 * Asks anew what the server says of the current user, as after a change of the batches that staff have: screens offer those.
 * Without an answer it stays as it was.
 */
export async function refreshSession(): Promise<void> {
  const answer = await call('readSession').catch(() => null);
  if (answer?.student != null) rememberSession(answer.student);
}

/** Notes how many notices the current user has not read, for what is loaded from now on. */
export function noteUnreadNotices(account: string, count: number): void {
  if (currentUser?.account === account) currentUser = { ...currentUser, unread_notices: count };
}

/** What tabs tell each other: whose page one shows, or null once somebody has logged out. */
export type SessionMessage = { account: string | null };
let channel: BroadcastChannel | null = null;

/** Undefined in a browser that has no channels: a tab then learns of it when it is shown. */
export function sessionChannel(): BroadcastChannel | undefined {
  if (typeof BroadcastChannel === 'undefined') return undefined;
  return (channel ??= new BroadcastChannel('capstone session'));
}

/** Ends the session on the server, and on every tab. @throws CallError when the server could not be told */
export async function signOut(): Promise<void> {
  await call('logOut');
  currentUser = null;
  sessionChannel()?.postMessage({ account: null } satisfies SessionMessage);
}

/** The login's address with the address to return to. */
export function loginAddress(returnTo: string): string {
  const next = safeNext(returnTo);
  return next === null ? '/login' : `/login?next=${encodeURIComponent(next)}`;
}

function pathOf(request: Request): string {
  const { pathname, search } = new URL(request.url);
  return pathname + search;
}

/** For loaders: the current user, or a redirect to the login and back. */
export async function requireSignedIn(request: Request): Promise<CurrentUser> {
  const user = await readSession();
  if (user === null) throw redirect(loginAddress(pathOf(request)));
  return user;
}
