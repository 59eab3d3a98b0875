import { messages } from '#contract/messages';
import type { AppContext } from '../../platform/context.ts';
import { makeOnce } from '../../platform/database/make-once.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import { lockQuestion } from '../moderation/lock-question.ts';
import { canDelete, type DiscussionAccess } from '../policy.ts';
import { removeQuestion } from './remove-post.ts';

/**
 * Soft delete: the row stays, and `restoreQuestion` undoes it. Staff's deletions are audited.
 * @throws 404 unknown, deleted, or another batch's; 403 not the viewer's to delete; 409 key of another
 *   request
 */
export async function deleteQuestion(
  context: AppContext,
  access: DiscussionAccess,
  id: string,
  key: string | null = null,
): Promise<void> {
  const { accountId } = access.viewer;
  const now = context.clock.now();
  const request = { accountId, kind: 'question-deletion', key, content: [id], now } as const;
  await context.database.transaction((writer) =>
    makeOnce(writer, request, async () => {
      const question = await lockQuestion(writer, access, id);
      if (!canDelete(access.viewer, question)) throw httpErrors.forbidden(messages.forbidden);
      await removeQuestion(writer, question, { viewer: access.viewer, reason: null, now });
      return question.id;
    }),
  );
}
