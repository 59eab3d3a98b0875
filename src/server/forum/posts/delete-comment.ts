import type { AppContext } from '../../platform/context.ts';
import { makeOnce } from '../../platform/database/make-once.ts';
import { lockComment, type CommentAddress } from '../moderation/lock-comment.ts';
import type { DiscussionAccess } from '../policy.ts';
import { removeComment } from './remove-post.ts';

/**
 * Soft delete: the row stays. Withdraws its answer mark and notices; staff's deletions are audited.
 * @throws 404 unknown, deleted, or another question's; 403 not the viewer's to delete; 409 key of another
 *   request
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
