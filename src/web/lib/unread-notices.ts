import { useEffect, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router';
import type { CurrentUser } from '#contract/accounts/calls';
import { call } from './calls/client.ts';
import { noteUnreadNotices, rememberSession, watchSession } from './session/session.ts';

/** Whose notices; how many are not read is known where the user came with the page. */
type Reader = Pick<CurrentUser, 'account'> & { unread_notices?: number };

/** What this page last heard of somebody's unread notices. */
let known: { account: string; count: number } | null = null;
/** When that was, in milliseconds since 1970 UTC by the device's clock. */
let heardAt = Date.now();
/** The screen on which the count was last looked at. */
let lookedAt: string | null = null;
const listeners = new Set<() => void>();

/** How old a count may be when somebody moves on or comes back, in milliseconds. */
const freshMs = 30_000;

/** An answer of an earlier version, which may be kept on the device, has none. */
const countOf = ({ unread_notices: count = 0 }: Reader): number => count;

/** How many notices somebody has not read, as far as this page knows. */
export function unreadOf(reader: Reader): number {
  return known?.account === reader.account ? known.count : countOf(reader);
}

function hear(heard: typeof known): void {
  known = heard;
  heardAt = Date.now();
  listeners.forEach((listener) => listener());
}

// Who came with the page, or has just logged in, brings their count.
watchSession((user) => hear(user && { account: user.account, count: countOf(user) }));

export function noteUnread({ account }: Reader, count: number): void {
  noteUnreadNotices(account, count);
  hear({ account, count });
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** How many notices somebody has not read: as the page said it, and as is heard since. */
export function useUnreadNotices(reader: Reader): number {
  const read = () => unreadOf(reader);
  return useSyncExternalStore(subscribe, read, read);
}

async function refresh({ account }: Reader): Promise<void> {
  heardAt = Date.now();
  const { student } = await call('readSession');
  if (student?.account !== account) return;
  rememberSession(student);
}

/**
 * Asks for the count again when somebody goes to another screen, or comes back to this one, and it is no longer fresh. Never by itself: a session that nobody uses shall end.
 */
export function useFreshCount(user: Reader): void {
  const { pathname } = useLocation();
  useEffect(() => {
    const look = () => {
      if (document.visibilityState !== 'visible' || Date.now() - heardAt < freshMs) return;
      // Nobody waits for it: the next look asks again.
      refresh(user).catch(() => undefined);
    };
    if (pathname !== lookedAt) look();
    lookedAt = pathname;
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [user, pathname]);
}

/** How long something must stand there before it counts as seen, in milliseconds. */
const viewMs = 1_000;

/** Reports once something has stood there long enough. @returns what takes it back where it goes before */
export function onceInView(report: () => Promise<void>): () => void {
  // Nobody waits for it: what cannot be noted now is noted the next time.
  const timer = setTimeout(() => void report().catch(() => undefined), viewMs);
  return () => clearTimeout(timer);
}

/** What was read: a notice, what is about a thing, or all up to one. */
type Reading = { id: string } | { about: string } | { up_to: string };

/** Notes notices as read, where there are any; one that cannot be noted now is noted when the thing is opened again. */
export async function readNotices(reader: Reader, body: Reading): Promise<void> {
  if (unreadOf(reader) === 0) return;
  noteUnread(reader, (await call('readNotices', { body, isBackground: true })).unread);
}

/** Notes that an announcement was in view, which reads its notice. */
export async function seeAnnouncement(reader: Reader, id: string): Promise<void> {
  const params = { s_id: reader.account, id };
  noteUnread(reader, (await call('seeAnnouncement', { params, isBackground: true })).unread);
}

/**
 * Opening a thing reads the notices about it.
 * @param about such as `task:week-2`; null while nothing is open
 */
export function useReadNotices(reader: Reader, about: string | null): void {
  const { account } = reader;
  const hasUnread = useUnreadNotices(reader) > 0;
  useEffect(() => {
    if (about === null || !hasUnread) return;
    return onceInView(() => readNotices({ account }, { about }));
  }, [account, about, hasUnread]);
}
