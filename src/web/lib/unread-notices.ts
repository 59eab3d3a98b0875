import { useEffect, useSyncExternalStore } from 'react';
import { useLocation, useRevalidator } from 'react-router';
import type { CurrentUser } from '#contract/accounts/calls';
import { call } from './calls/client.ts';
import { createListeners } from './listeners.ts';
import { noteUnreadNotices, rememberSession, watchSession } from './session/session.ts';

/** The count is known where the user came with the page. */
type Reader = Pick<CurrentUser, 'account'> & { unread_notices?: number };

let known: { account: string; count: number } | null = null;
/** Device clock, ms since 1970 UTC. */
let heardAt = Date.now();
let lookedAt: string | null = null;
const { notify, subscribe } = createListeners();

/** Milliseconds after which a navigation or return asks again. */
const freshMs = 30_000;

/** Cached answers of earlier versions have none. */
const countOf = ({ unread_notices: count = 0 }: Reader): number => count;

export function unreadOf(reader: Reader): number {
  return known?.account === reader.account ? known.count : countOf(reader);
}

function hear(heard: typeof known): void {
  known = heard;
  heardAt = Date.now();
  notify();
}

// A page or login brings its user's count.
watchSession((user) => hear(user && { account: user.account, count: countOf(user) }));

export function noteUnread({ account }: Reader, count: number): void {
  noteUnreadNotices(account, count);
  hear({ account, count });
}

/** The page's count, and what arrived since. */
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

/** Asks again if the count is stale. @returns whether more is new */
async function look(user: Reader): Promise<boolean> {
  if (document.visibilityState !== 'visible' || Date.now() - heardAt < freshMs) return false;
  const before = unreadOf(user);
  await refresh(user).catch(() => undefined);
  return unreadOf(user) > before;
}

/**
 * Looks after a navigation or return; a screen that is returned to shows what is new. Never by a timer: an
 * unused session shall end.
 */
export function useFreshCount(user: Reader): void {
  const { pathname } = useLocation();
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (pathname !== lookedAt) void look(user);
    lookedAt = pathname;
    const onReturn = async () => {
      if (await look(user)) await revalidate();
    };
    const onShown = () => void onReturn();
    document.addEventListener('visibilitychange', onShown);
    return () => document.removeEventListener('visibilitychange', onShown);
  }, [user, pathname, revalidate]);
}

/** Milliseconds in view until it counts as seen. */
const viewMs = 1_000;

/** @returns cancels it, for what leaves the view before */
export function onceInView(report: () => Promise<void>): () => void {
  // What cannot be noted is noted the next time.
  const timer = setTimeout(() => void report().catch(() => undefined), viewMs);
  return () => clearTimeout(timer);
}

type Reading = { id: string } | { about: string } | { up_to: string };

/** If it fails, opening the thing again repeats it. */
export async function readNotices(reader: Reader, body: Reading): Promise<void> {
  if (unreadOf(reader) === 0) return;
  noteUnread(reader, (await call('readNotices', { body, isBackground: true })).unread);
}

/** Also reads its notice. */
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
