import { minuteMs } from '#contract/durations';
import { messages } from '#contract/messages';
import type { AppContext } from '../../platform/context.ts';
import { once } from '../../platform/database/make-once.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import { lockQuestion, type PostAddress } from './lock-post.ts';
import type { DiscussionAccess } from '../policy.ts';
import { anyComment, undeleteComment } from './restore-comment.ts';
import { anyQuestion, undeleteAndNotify } from './restore-question.ts';

/** Milliseconds: the button shows for ten seconds, but networks are slow. */
const undoneWithinMs = minuteMs;

type Deleted = { deletedAt: number | null; deletedBy: number | null };

/** @throws 403 another's deletion; 409 too late */
function requireUndoable({ deletedAt, deletedBy }: Deleted, accountId: number, now: number): void {
  if (deletedBy !== accountId) throw httpErrors.forbidden(messages.forbidden);
  if (now - (deletedAt ?? 0) > undoneWithinMs)
    throw httpErrors.conflict('This was deleted more than a minute ago, so it cannot be undone.');
}

/**
 * With answer mark and notices; no effect if the post is there.
 * @throws 404 unknown, or elsewhere; 403 another's deletion; 409 after a minute, and for a key of another
 * request
 */
export async function undoDeletion(
  context: AppContext,
  access: DiscussionAccess,
  { id, comment: commentId }: PostAddress,
  key: string | null = null,
): Promise<void> {
  const { viewer, batch } = access;
  const { accountId } = viewer;
  const content = commentId === undefined ? [id] : [id, commentId];
  await once(context, { accountId, kind: 'post-restoration', key, content }, async (writer, now) => {
    if (commentId === undefined) {
      const question = await anyQuestion(writer, batch, id);
      if (question.deletedAt === null) return;
      requireUndoable(question, accountId, now);
      await undeleteAndNotify(writer, context, { question, viewer }, now);
      return;
    }
    const question = await lockQuestion(writer, access, id);
    const { deletedAt, ...comment } = await anyComment(writer, question.id, commentId);
    if (deletedAt === null || batch === null) return;
    const deleted = { ...comment, deletedAt };
    requireUndoable(deleted, accountId, now);
    await undeleteComment(writer, context, { question, comment: deleted, viewer, batch }, now);
  });
}
