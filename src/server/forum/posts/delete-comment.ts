import type { AppContext } from '../../platform/context.ts';
import { makeOnce } from '../../platform/database/make-once.ts';
import { lockComment, type CommentAddress } from '../moderation/lock-comment.ts';
import type { DiscussionAccess } from '../policy.ts';
import { removeComment } from './remove-post.ts';

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
      await removeComment(writer, comment, { viewer: access.viewer, reason: null, now });
      return comment.id;
    }),
  );
}
