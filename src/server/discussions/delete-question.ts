import { messages } from '#contract/messages';
import { isoInstant } from '#contract/dates';
import { recordAct } from '../audit/record-act.ts';
import type { AppContext } from '../platform/context.ts';
import { httpErrors } from '../platform/http/http-errors.ts';
import { lockQuestion } from './lock-question.ts';
import { canDelete, type DiscussionAccess } from './policy.ts';

/**
 * Soft delete: nobody sees the question any more, its row stays, and `restoreQuestion` undoes it. What staff delete of
 * others is in the audit log.
 * @throws a 404 error for a question that is unknown, deleted, or another batch's, 403 for one that the user may not delete
 */
export async function deleteQuestion(
  context: AppContext,
  access: DiscussionAccess,
  id: string,
): Promise<void> {
  const { viewer } = access;
  await context.database.transaction(async (writer) => {
    const question = await lockQuestion(writer, access, id);
    if (!canDelete(viewer, question)) throw httpErrors.forbidden(messages.forbidden);
    const at = context.clock.now();
    await writer.updateTable('questions').set({ deleted_at: at }).where('id', '=', question.id).execute();
    if (question.authorId === viewer.accountId) return;
    await recordAct(writer, {
      at,
      actorId: viewer.accountId,
      act: 'delete-question',
      subject: String(question.id),
      before: { text: question.text, deletedAt: null },
      after: { text: question.text, deletedAt: isoInstant(at) },
    });
  });
}
