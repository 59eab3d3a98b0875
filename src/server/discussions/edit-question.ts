import { messages } from '#contract/messages';
import { recordAct } from '../audit/record-act.ts';
import type { AppContext } from '../platform/context.ts';
import { httpErrors } from '../platform/http/http-errors.ts';
import { lockQuestion } from './lock-question.ts';
import { canEdit, type DiscussionAccess } from './policy.ts';

/**
 * Changes a question's text. When staff change somebody else's, the audit log keeps both texts.
 * @throws a 404 error for a question that is unknown, deleted, or another batch's, 403 for one that the user may not edit
 */
export async function editQuestion(
  context: AppContext,
  access: DiscussionAccess,
  id: string,
  text: string,
): Promise<void> {
  const { viewer } = access;
  await context.database.transaction(async (writer) => {
    const question = await lockQuestion(writer, access, id);
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
