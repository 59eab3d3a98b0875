import { isoInstant } from '#contract/dates';
import { isStaff } from '../accounts/policy.ts';
import { recordAct } from '../audit/record-act.ts';
import { withdraw } from '../notices/notify.ts';
import type { AppContext } from '../platform/context.ts';
import { announce } from '../platform/database/announce.ts';
import { makeOnce } from '../platform/database/make-once.ts';
import { lockComment, type CommentAddress } from './lock-comment.ts';
import { takeMark } from './mark-answer.ts';
import { withdrawMentionsOf } from './mentions/tell-mentioned.ts';
import type { DiscussionAccess } from './policy.ts';

/**
 * Soft delete: nobody sees the comment any more, its row stays. Where it is marked as the answer, the question has none after it.
 * What was told of it is taken back. What staff delete of others is in the audit log.
 * @param key the request's Idempotency-Key: a repetition deletes nothing, also of a comment that was restored since
 * @throws a 404 error for a comment that is unknown, deleted, or another question's, 403 for one that the user may not delete,
 *   409 when the key belongs to another comment
 */
export async function deleteComment(
  context: AppContext,
  access: DiscussionAccess,
  address: CommentAddress,
  key: string | null = null,
): Promise<void> {
  const { accountId } = access.viewer;
  const now = context.clock.now();
  const content = [address.id, address.comment];
  const request = { accountId, kind: 'comment-deletion', key, content, now } as const;
  await context.database.transaction((writer) =>
    makeOnce(writer, request, async () => {
      const comment = await lockComment(writer, access, address);
      const { question } = comment;
      const markedAt = await takeMark(writer, question, comment.id, now);
      await writer
        .updateTable('comments')
        .set({ deleted_at: now, deleted_by: accountId, deleted_mark_at: markedAt })
        .where('id', '=', comment.id)
        .execute();
      announce(writer, `batch:${question.batchId}`);
      if (isStaff(access.viewer)) {
        await recordAct(writer, {
          at: now,
          actorId: accountId,
          act: 'delete-comment',
          subject: String(question.id),
          aboutId: comment.authorId,
          before: { comment: comment.id, text: comment.text, deletedAt: null },
          after: { comment: comment.id, text: comment.text, deletedAt: isoInstant(now) },
        });
      }
      // Whoever follows it would find nothing there.
      await withdraw(writer, { kind: 'answer', event: String(comment.id), now });
      await withdrawMentionsOf(writer, comment.id, now);
      return comment.id;
    }),
  );
}
