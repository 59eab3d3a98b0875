import { createContext, use, useEffect, useRef, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router';
import type { CurrentUser } from '#contract/accounts/calls';
import { shownUnread } from '#contract/forum/shown-unread';
import type { UnreadCount } from '#contract/forum/unread-calls';
import { call } from './calls/client.ts';
import { createListeners } from './listeners.ts';
import { unreadChannel } from './stored-names/offline.ts';
import { watchSession } from './session/session.ts';

/** Of a forum's `s_id` or batch, as in its calls. */
type Known = UnreadCount & { heardAt: number };

/** Between pages of a browser. */
type Message = { account: string; s_id: string; counted: UnreadCount; read: ReadElsewhere | null };
/** Read with its comments up to `newest`; null where it has none. */
type ReadElsewhere = { id: string; newest: string | null };

/** Milliseconds after which a navigation or return asks again. */
const freshMs = 30_000;
/** Milliseconds of random wait: the first page informs the browser's others. */
const soonMs = { least: 500, most: 2_500 };

let account: string | null = null;
const known = new Map<string, Known>();
const asking = new Set<string>();
const soon = new Map<string, ReturnType<typeof setTimeout>>();
const counts = createListeners();
const reads = createListeners<[s_id: string, read: ReadElsewhere]>();
let channel: BroadcastChannel | null = null;

function hear(s_id: string, { unread, version }: UnreadCount): void {
  known.set(s_id, { unread, version, heardAt: Date.now() });
  counts.notify();
}

watchSession((user) => {
  const next = user?.account ?? null;
  if (next === account) return;
  // A page hears its count before it remembers its account.
  if (account !== null) known.clear();
  account = next;
  counts.notify();
});

function openChannel(): BroadcastChannel | null {
  if (channel !== null || typeof BroadcastChannel === 'undefined') return channel;
  channel = new BroadcastChannel(unreadChannel);
  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    if (account === null || data.account !== account) return;
    hear(data.s_id, data.counted);
    if (data.read !== null) reads.notify(data.s_id, data.read);
  });
  return channel;
}

export const isUnreadCount = (answer: unknown): answer is UnreadCount =>
  typeof answer === 'object' && answer !== null && typeof (answer as UnreadCount).unread === 'number';

/** Also informs the browser's other pages. */
export function noteUnread(s_id: string, counted: UnreadCount, read: ReadElsewhere | null = null): void {
  hear(s_id, counted);
  if (account !== null) openChannel()?.postMessage({ account, s_id, counted, read } satisfies Message);
}

/** For forum calls that answer with what is left, whichever screen is open. */
export function noteAnswered(
  { params }: { params: Readonly<Record<string, string>> },
  answer: unknown,
): void {
  const about = params['s_id'];
  if (about !== undefined && isUnreadCount(answer)) noteUnread(about, answer);
}

async function ask(s_id: string): Promise<void> {
  if (asking.has(s_id)) return;
  asking.add(s_id);
  try {
    noteUnread(s_id, await call('countUnread', { params: { s_id }, isBackground: true }));
  } catch {
    // The next look asks again.
  } finally {
    asking.delete(s_id);
  }
}

/** Asks after a change, unless another page hears of it before. */
export function askUnreadSoon(s_id: string): void {
  if (soon.has(s_id)) return;
  const since = Date.now();
  const { least, most } = soonMs;
  const timer = setTimeout(
    () => {
      soon.delete(s_id);
      const isKnown = (known.get(s_id)?.heardAt ?? 0) > since + least;
      if (!isKnown && document.visibilityState === 'visible') void ask(s_id);
    },
    least + Math.random() * (most - least),
  );
  soon.set(s_id, timer);
}

function subscribe(listener: () => void): () => void {
  openChannel();
  return counts.subscribe(listener);
}

/** Of the reader's own forum; null where the page says nothing. */
export type CountOfPage = { s_id: string; counted: UnreadCount };
export const UnreadOfPage = createContext<CountOfPage | null>(null);

function useCountOfPage(s_id: string | null): UnreadCount | null {
  const page = use(UnreadOfPage);
  return page?.s_id === s_id ? page.counted : null;
}

/** Questions with something unread: the page's count, and what arrived since; 0 while unknown. */
export function useUnread(s_id: string | null): number {
  const ofPage = useCountOfPage(s_id)?.unread ?? 0;
  return useSyncExternalStore(
    subscribe,
    () => (s_id === null ? 0 : (known.get(s_id)?.unread ?? ofPage)),
    () => ofPage,
  );
}

/** The discussion's version at the count. */
export const versionOfUnread = (s_id: string): number => known.get(s_id)?.version ?? 0;

function look(s_id: string): void {
  const isFresh = Date.now() - (known.get(s_id)?.heardAt ?? 0) < freshMs;
  if (!isFresh && document.visibilityState === 'visible' && navigator.onLine) void ask(s_id);
}

/** Asks where the count is unknown, and after a navigation or return if it is stale. */
export function useFreshUnread(s_id: string | null): void {
  const { pathname } = useLocation();
  const ofPage = useCountOfPage(s_id);
  const lookedAt = useRef('');
  useEffect(() => {
    if (s_id === null || lookedAt.current === `${s_id} ${pathname}`) return;
    lookedAt.current = `${s_id} ${pathname}`;
    if (ofPage !== null && !known.has(s_id)) hear(s_id, ofPage);
    look(s_id);
  }, [s_id, pathname, ofPage]);
  useEffect(() => {
    if (s_id === null) return;
    const lookAgain = () => look(s_id);
    document.addEventListener('visibilitychange', lookAgain);
    return () => document.removeEventListener('visibilitychange', lookAgain);
  }, [s_id]);
}

/** Read in another page of the browser. @returns ends it */
export function watchRead(listener: (s_id: string, read: ReadElsewhere) => void): () => void {
  openChannel();
  return reads.subscribe(listener);
}

/** The bar's forum: its batch and the `s_id` of its calls; null before there is a readable one. */
export function ownForum(user: CurrentUser): { batch: string; s_id: string } | null {
  const batch = user.role === 'student' ? user.batch : user.batches[0];
  if (batch == null || user.confirmation === 'needed') return null;
  return { batch, s_id: user.role === 'student' ? user.account : batch };
}

const counted = /^\(\d+\+?\) /;

export function useUnreadTitle(count: number): void {
  useEffect(() => {
    if (count === 0) return;
    document.title = `(${shownUnread(count)}) ${document.title.replace(counted, '')}`;
    return () => {
      document.title = document.title.replace(counted, '');
    };
  }, [count]);
}
