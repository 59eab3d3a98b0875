import { useCallback, useEffect, useRef, type RefObject } from 'react';
import type { Question } from '#contract/forum/calls';
import type { UnreadCount } from '#contract/forum/unread-calls';
import { call } from '../../../lib/calls/client.ts';
import { onceInView, readNotices } from '../../../lib/unread-notices.ts';
import { noteUnread, watchRead } from '../../../lib/unread-questions.ts';
import { asRead, newestCommentOf, updateQuestion } from '../loaded-discussion.ts';
import type { UpdateDiscussion } from '../use-shown-discussion.ts';

/** By account, because people share devices. The server counts a view of an earlier page once. */
const reported = new Set<string>();

/** Receives the last read comment of a question and the server's remaining unread. */
type NoteSeen = (id: string, newest: string | null, counted: UnreadCount) => void;

/**
 * Reports a viewed question, reads the notices about it, and marks it as read up to its newest shown comment.
 * @param isLeftUnread after "mark as unread"
 * @throws CallError
 */
export const viewQuestion =
  (s_id: string, account: string, noteSeen: NoteSeen) =>
  async (question: Question, isLeftUnread: () => boolean): Promise<void> => {
    const { _id: id, can, unread } = question;
    const about = { params: { s_id, id }, isBackground: true };
    const key = `${account} ${id}`;
    if (!reported.has(key)) {
      await call('viewQuestion', about);
      reported.add(key);
    }
    // Its answers may have caused some.
    if (can.edit) await readNotices({ account }, { about: `question:${id}` });
    if (unread === 0 || isLeftUnread()) return;
    const newest = newestCommentOf(question);
    const body = newest === null ? {} : { comment: newest };
    noteSeen(id, newest, await call('readQuestion', { ...about, body }));
  };

export type ViewQuestion = ReturnType<typeof viewQuestion>;

/**
 * Shows what was read here and in other pages of the browser.
 * @returns stable
 */
export function useReadPositions(s_id: string, update: UpdateDiscussion): NoteSeen {
  useEffect(
    () =>
      watchRead((about, { id, newest }) => {
        if (about === s_id) update((now) => updateQuestion(now, id, (one) => asRead(one, newest)));
      }),
    [s_id, update],
  );
  return useCallback(
    (id, newest, counted) => {
      update((now) => updateQuestion(now, id, (one) => asRead(one, newest)));
      noteUnread(s_id, counted, { id, newest });
    },
    [s_id, update],
  );
}

/** At least half of a question, or half of the window where the question is taller. */
function isInView({
  isIntersecting,
  intersectionRatio,
  intersectionRect,
}: IntersectionObserverEntry): boolean {
  return isIntersecting && (intersectionRatio >= 0.5 || intersectionRect.height >= innerHeight / 2);
}

const thresholds = { threshold: [0, 0.25, 0.5, 0.75, 1] };

/**
 * Once in view for a second, and again after a change.
 * @returns to call when it is marked as unread: it stays so until it is opened again
 */
export function useViewTracking(
  card: RefObject<HTMLElement | null>,
  question: Question,
  view: ViewQuestion,
): () => void {
  const isLeftUnread = useRef(false);
  useEffect(() => {
    if (card.current === null) return;
    let cancel: (() => void) | undefined;
    const onIntersection = (entry: IntersectionObserverEntry) => {
      if (!isInView(entry)) {
        cancel?.();
        cancel = undefined;
      } else if (cancel === undefined) {
        cancel = onceInView(() =>
          view(question, () => isLeftUnread.current).catch(() => {
            cancel = undefined;
          }),
        );
      }
    };
    const observer = new IntersectionObserver((entries) => entries.forEach(onIntersection), thresholds);
    observer.observe(card.current);
    return () => {
      cancel?.();
      observer.disconnect();
    };
  }, [card, question, view]);
  return () => void (isLeftUnread.current = true);
}
