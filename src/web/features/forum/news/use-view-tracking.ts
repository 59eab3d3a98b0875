import { useEffect, useState } from 'react';
import type { CurrentUser } from '#contract/accounts/calls';
import { call } from '../../../lib/calls/client.ts';
import type { UnreadCount } from '#contract/forum/unread-calls';
import { readNotices, unreadOf } from '../../../lib/unread-notices.ts';

type Viewer = Pick<CurrentUser, 's_id' | 'account'>;

/** How long a question must be in view before it counts as viewed, in milliseconds. */
const viewMs = 1000;
/** So many of the newest are remembered; a view that is reported twice counts once on the server all the same. */
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
 * Observes the element of a question; returns what ends it.
 * @param isOwn whether the viewer may have been told of answers to it: seeing it reads that
 * @param shown how many posts of it are unread, and the newest comment that is shown: seeing it reads it up to there
 */
export type TrackView = (element: Element, id: string, isOwn?: boolean, shown?: Shown) => () => void;

type Shown = { unread: number; newest: string | null };

/** Hears that a question was read with its comments up to one, and what the portal says is unread then. */
type NoteSeen = (id: string, newest: string | null, counted: UnreadCount) => void;

type ViewTracker = {
  track: TrackView;
  /** A question that was just marked as unread: seeing it where it stands reads it no more, but when it is opened again. */
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
  /** Those that were marked as unread, by the element that shows them. */
  const left = new Map<string, Element | undefined>();
  const elements = new Map<string, Element>();
  const timers = new Map<string, ReturnType<typeof setTimeout>>();

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
  /** Whether there is something to do once a question has been in view. */
  const isAwaited = (id: string) =>
    !reported().has(id) || (own.has(id) && unreadOf({ account }) > 0) || isUnread(id);
  function onIntersection(entry: IntersectionObserverEntry): void {
    const id = ids.get(entry.target);
    if (id === undefined || !isAwaited(id)) return;
    if (!isInView(entry)) {
      clearTimeout(timers.get(id));
      timers.delete(id);
    } else if (!timers.has(id)) {
      // Nobody waits for it: a view that cannot be reported now is reported when the question is next in view.
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
 * View tracking: reports each question once to the server, after it was in view for a second, and notes what of it was unread as read.
 * @param s_id the address that stands in the calls
 * @param viewer the user, because people share devices
 * @param noteSeen the same function for as long as the screen is open
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
