import { minuteMs } from '#contract/durations';
import { messages } from '#contract/messages';
import type { AppContext } from '../../platform/context.ts';
import { makeOnce } from '../../platform/database/make-once.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import type { CommentAddress } from '../moderation/lock-comment.ts';
import { lockQuestion } from '../moderation/lock-question.ts';
import type { DiscussionAccess } from '../policy.ts';
import { deletedComment, showCommentAgain } from '../moderation/show-comment-again.ts';
import { deletedQuestion, showQuestionAgain } from '../moderation/show-question-again.ts';

/** So long whoever deleted something may undo it, in milliseconds: the button is there for ten seconds, and networks are slow. */
const undoneWithinMs = minuteMs;

type Deleted = { deletedAt: number | null; deletedBy: number | null };

/** @throws 403 for somebody else's deletion, 409 for one of longer ago */
function requireUndoable({ deletedAt, deletedBy }: Deleted, accountId: number, now: number): void {
  if (deletedBy !== accountId) throw httpErrors.forbidden(messages.forbidden);
  if (now - (deletedAt ?? 0) > undoneWithinMs)
    throw httpErrors.conflict('This was deleted more than a minute ago, and cannot be undone any more.');
}

/**
 * Undoes the deletion of a question by whoever deleted it, within a minute. One that is there stays as it is.
 * @param key the request's Idempotency-Key: a repetition changes nothing, also when it was deleted again since
 * @throws a 404 error for a question that is unknown, or another batch's; 403 for one that somebody else deleted; 409 after a
 *   minute, and when the key belongs to another request
 */
export async function undoQuestionDeletion(
  context: AppContext,
  { viewer, batch }: DiscussionAccess,
  id: string,
  key: string | null = null,
): Promise<void> {
  const { accountId } = viewer;
  const now = context.clock.now();
  const request = { accountId, kind: 'post-restoration', key, content: [id], now } as const;
  await context.database.transaction((writer) =>
    makeOnce(writer, request, async () => {
      const question = await deletedQuestion(writer, batch, id);
      if (question.deletedAt === null) return question.id;
      requireUndoable(question, accountId, now);
      await showQuestionAgain(writer, context, { question, viewer }, now);
      return question.id;
    }),
  );
}

/**
 * Undoes the deletion of a comment by whoever deleted it, within a minute: it is the answer again where it was, and no other was
 * marked since, and the question's author and whom it mentions are told of it again. One that is there stays as it is.
 * @param key the request's Idempotency-Key: a repetition changes nothing, also when it was deleted again since
 * @throws a 404 error for a comment that is unknown, or another question's, and where its question is deleted; 403 for one that
 *   somebody else deleted; 409 after a minute, and when the key belongs to another request
 */
export async function undoCommentDeletion(
  context: AppContext,
  access: DiscussionAccess,
  address: CommentAddress,
  key: string | null = null,
): Promise<void> {
  const { viewer, batch } = access;
  const { accountId } = viewer;
  const now = context.clock.now();
  const content = [address.id, address.comment];
  const request = { accountId, kind: 'post-restoration', key, content, now } as const;
  await context.database.transaction((writer) =>
    makeOnce(writer, request, async () => {
      const question = await lockQuestion(writer, access, address.id);
      const { deletedAt, ...comment } = await deletedComment(writer, question.id, address.comment);
      if (deletedAt === null || batch === null) return comment.id;
      const deleted = { ...comment, deletedAt };
      requireUndoable(deleted, accountId, now);
      await showCommentAgain(writer, context, { question, comment: deleted, viewer, batch }, now);
      return comment.id;
    }),
  );
}
