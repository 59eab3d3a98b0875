import { messages } from '#contract/messages';
import type { AppContext } from '../../platform/context.ts';
import { makeOnce } from '../../platform/database/make-once.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import { lockQuestion } from '../moderation/lock-question.ts';
import { canDelete, type DiscussionAccess } from '../policy.ts';
import { removeQuestion } from './remove-post.ts';

/**
 * Soft delete: nobody sees the question any more, its row stays, and `restoreQuestion` undoes it. What staff delete of
 * others is in the audit log.
 * @param key the request's Idempotency-Key: a repetition deletes nothing, also of a question that was restored since
 * @throws a 404 error for a question that is unknown, deleted, or another batch's, 403 for one that the user may not
 *   delete, 409 when the key belongs to another question
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
