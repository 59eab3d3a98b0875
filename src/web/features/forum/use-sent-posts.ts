import { useCallback, useRef } from 'react';
import type { CurrentUser } from '#contract/accounts/calls';
import type { Discussion, Question } from '#contract/forum/calls';
import { call } from '../../lib/calls/client.ts';
import { isSubmission, type QueuedRequest } from '../../lib/outbox/queued-request.ts';
import { useSent } from '../../lib/outbox/use-outbox.ts';
import { mergeAnswer } from './loaded-discussion.ts';
import { withSentRequest } from './news/waiting-discussion.ts';
import type { ShownDiscussion } from './use-shown-discussion.ts';

type Comment = Question['comments'][number];

export const isOfForum = (request: QueuedRequest, s_id: string): boolean =>
  request.params['s_id'] === s_id &&
  !isSubmission(request) &&
  request.call !== 'sendPrivate' &&
  request.call !== 'markSubmission' &&
  request.call !== 'askSecondLook';

/**
 * Shows what the outbox has sent, also from other tabs.
 * @param onSent gets the response if there was one
 * @returns stable; to be called with a comment that is deleted here: an undone one may be older than those
 * that a response contains
 */
export function useSentPosts(
  { s_id, user }: { s_id: string; user: CurrentUser },
  { noteOwnChange, readAfterChanges, update }: ShownDiscussion,
  onSent: (request: QueuedRequest, answer: unknown) => void,
): (comment: Comment) => void {
  const removed = useRef(new Map<string, Comment>());
  useSent((request, answer) => {
    if (!isOfForum(request, s_id)) return false;
    if (noteOwnChange(answer as Discussion | null | undefined)) {
      const isUndone = request.call === 'undoCommentDeletion';
      const returned = isUndone ? removed.current.get(request.params['comment'] ?? '') : undefined;
      update((now) => withSentRequest(now, request, answer, user, returned));
    }
    onSent(request, answer);
    // The server decides what is unread after unmuting.
    if (request.call === 'unmuteQuestion')
      void readAfterChanges(() =>
        call('readDiscussion', { params: { s_id }, query: { question: request.params['id'] } }),
      )
        .then((page) => update((now) => mergeAnswer(now, page)))
        .catch(() => undefined);
    return true;
  });
  return useCallback((comment) => void removed.current.set(comment.id, comment), []);
}
