import { messages } from '#contract/messages';
import { recordAct } from '../audit/record-act.ts';
import type { AppContext } from '../platform/context.ts';
import { httpErrors } from '../platform/http/http-errors.ts';
import { holdQuestion } from './hold-question.ts';
import { canEdit, type DiscussionAccess } from './policy.ts';

/**
 * Changes a question's words. When staff change somebody else's, the audit log keeps both.
 * @throws a 404 problem for a question that the forum does not show, 403 for one that is not the viewer's to edit
 */
export async function editQuestion(
  context: AppContext,
  board: DiscussionAccess,
  id: string,
  text: string,
): Promise<void> {
  const { viewer } = board;
  await context.database.transaction(async (writer) => {
    const question = await holdQuestion(writer, board, id);
    if (!canEdit(viewer, question)) throw httpErrors.forbidden(messages.forbidden);
    const at = context.clock.now();
    await writer
      .updateTable('questions')
      .set({ text, edited_at: at })
      .where('id', '=', question.id)
      .execute();
    if (question.authorId === viewer.accountId) return;
    await recordAct(writer, {
      at,
      actorId: viewer.accountId,
      act: 'edit-question',
      subject: String(question.id),
      before: { text: question.text },
      after: { text },
    });
  });
}
