import { useEffect, useState } from 'react';
import type { CurrentUser } from '#contract/accounts/calls';
import { call } from '../../../lib/calls/client.ts';
import type { UnreadCount } from '#contract/forum/unread-calls';
import { readNotices, unreadOf } from '../../../lib/unread-notices.ts';

type Viewer = Pick<CurrentUser, 's_id' | 'account'>;

/** How long a question must be in view before it counts as viewed, in milliseconds. */
const viewMs = 1000;
/** The newest remembered views; the server counts a repeated view once. */
const maxRemembered = 2000;

function readReported(key: string): Set<string> {
  try {
    return new Set(JSON.parse(localStorage.getItem(key) ?? '[]') as string[]);
  } catch {
    return new Set();
  }
}

function writeReported(key: string, reported: Set<string>): void {
  try {
    localStorage.setItem(key, JSON.stringify([...reported].slice(-maxRemembered)));
  } catch {
    // Without storage views are reported again at the next visit.
  }
}

/** At least half of a question, or half of the window where the question is taller. */
function isInView({
  isIntersecting,
  intersectionRatio,
  intersectionRect,
}: IntersectionObserverEntry): boolean {
  return isIntersecting && (intersectionRatio >= 0.5 || intersectionRect.height >= innerHeight / 2);
}

/**
 * Observes a question's element; returns the cleanup.
 * @param isOwn whether its answers may have caused notices: viewing marks those as read
 * @param shown the number of unread posts, and the newest shown comment: viewing marks it as read up to there
 */
export type TrackView = (element: Element, id: string, isOwn?: boolean, shown?: Shown) => () => void;

type Shown = { unread: number; newest: string | null };

/** Receives the last read comment of a question and the server's remaining unread. */
type NoteSeen = (id: string, newest: string | null, counted: UnreadCount) => void;

type ViewTracker = {
  track: TrackView;
  /** After "mark as unread", viewing it in place does not mark it as read; opening it again does. */
  leaveUnread: (id: string) => void;
  stop: () => void;
};

function makeViewTracker(s_id: string, { s_id: viewer, account }: Viewer, noteSeen: NoteSeen): ViewTracker {
  const key = `capstone read ${viewer}`;
  let known: Set<string> | undefined;
  const reported = () => (known ??= readReported(key));
  const ids = new Map<Element, string>();
  const own = new Set<string>();
  const shown = new Map<string, Shown>();
  /** Questions marked as unread, with their elements. */
  const left = new Map<string, Element | undefined>();
  const elements = new Map<string, Element>();
  const timers = new Map<string, ReturnType<typeof setTimeout>>();

  function stopTimer(id: string): void {
    clearTimeout(timers.get(id));
    timers.delete(id);
  }
  async function report(id: string): Promise<void> {
    timers.delete(id);
    if (reported().has(id)) return;
    reported().add(id);
    await call('viewQuestion', { params: { s_id, id }, isBackground: true }).catch((error: unknown) => {
      reported().delete(id);
      throw error;
    });
    writeReported(key, reported());
  }
  async function inView(id: string): Promise<void> {
    await report(id);
    if (own.has(id)) await readNotices({ account }, { about: `question:${id}` });
    if (!isUnread(id)) return;
    const newest = shown.get(id)?.newest ?? null;
    const body = newest === null ? {} : { comment: newest };
    noteSeen(id, newest, await call('readQuestion', { params: { s_id, id }, body, isBackground: true }));
  }
  const isUnread = (id: string) => (shown.get(id)?.unread ?? 0) > 0 && !left.has(id);
  /** Whether a view of the question has an effect. */
  const isAwaited = (id: string) =>
    !reported().has(id) || (own.has(id) && unreadOf({ account }) > 0) || isUnread(id);
  function onIntersection(entry: IntersectionObserverEntry): void {
    const id = ids.get(entry.target);
    if (id === undefined || !isAwaited(id)) return;
    if (!isInView(entry)) {
      stopTimer(id);
    } else if (!timers.has(id)) {
      // Not retried: a failed report repeats when the question is next in view.
      timers.set(
        id,
        setTimeout(() => void inView(id).catch(() => undefined), viewMs),
      );
    }
  }
  const thresholds = { threshold: [0, 0.25, 0.5, 0.75, 1] };
  let observer: IntersectionObserver | undefined;
  return {
    track(element, id, isOwn = false, now = { unread: 0, newest: null }) {
      ids.set(element, id);
      shown.set(id, now);
      if (left.has(id) && left.get(id) !== element) left.delete(id);
      elements.set(id, element);
      if (isOwn) own.add(id);
      const observing = (observer ??= new IntersectionObserver(
        (entries) => entries.forEach(onIntersection),
        thresholds,
      ));
      observing.observe(element);
      return () => {
        ids.delete(element);
        observing.unobserve(element);
        stopTimer(id);
      };
    },
    leaveUnread: (id) => void left.set(id, elements.get(id)),
    stop() {
      observer?.disconnect();
      observer = undefined;
      timers.forEach((timer) => clearTimeout(timer));
    },
  };
}

/**
 * Reports each question once to the server after it was in view for a second, and marks it as read.
 * @param s_id for calls
 * @param viewer the user, because people share devices
 * @param noteSeen must be a stable function
 */
export function useViewTracking(
  s_id: string,
  viewer: Viewer,
  noteSeen: NoteSeen,
): Pick<ViewTracker, 'track' | 'leaveUnread'> {
  const [{ track, leaveUnread, stop }] = useState(() => makeViewTracker(s_id, viewer, noteSeen));
  useEffect(() => stop, [stop]);
  return { track, leaveUnread };
}
