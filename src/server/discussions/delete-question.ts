import { messages } from '#contract/messages';
import { isoInstant } from '#contract/dates';
import { recordAct } from '../audit/record-act.ts';
import type { AppContext } from '../platform/context.ts';
import { httpErrors } from '../platform/http/http-errors.ts';
import { holdQuestion } from './hold-question.ts';
import { canDelete, type DiscussionAccess } from './policy.ts';

/**
 * Hides a question; its row stays and `restoreQuestion` brings it back. What staff hide of others is in the audit log.
 * @throws a 404 problem for a question that the forum does not show, 403 for one that is not the viewer's to delete
 */
export async function deleteQuestion(
  context: AppContext,
  board: DiscussionAccess,
  id: string,
): Promise<void> {
  const { viewer } = board;
  await context.database.transaction(async (writer) => {
    const question = await holdQuestion(writer, board, id);
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
