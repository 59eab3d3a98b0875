import type { AppContext } from '../platform/context.ts';
import { questionNotFound } from './hold-question.ts';
import type { DiscussionAccess } from './policy.ts';
import { questionAsViewed } from './queries.ts';
import { parseQuestionId } from './question-id.ts';

/**
 * Counts a reader as a viewer, once for ever. Authors are no viewers of their own questions. Looking again writes
 * nothing.
 * @throws a 404 problem for a question that the forum does not show
 */
export async function viewQuestion(context: AppContext, board: DiscussionAccess, id: string): Promise<void> {
  const { viewer, batch } = board;
  const questionId = parseQuestionId(id);
  if (batch === null || questionId === null) throw questionNotFound();
  const key = { batchId: batch.id, id: questionId, readerId: viewer.accountId };
  const [question] = await questionAsViewed(context.database.reader, key);
  if (question === undefined) throw questionNotFound();
  if (question.authorId === viewer.accountId || question.viewerId !== null) return;
  await context.database.transaction(async (writer) => {
    const counted = await writer
      .insertInto('question_views')
      .values({ question_id: questionId, account_id: viewer.accountId })
      .onConflict((conflict) => conflict.doNothing())
      .returning('question_id')
      .executeTakeFirst();
    if (counted === undefined) return;
    await writer
      .updateTable('questions')
      .set((on) => ({ view_count: on('view_count', '+', 1) }))
      .where('id', '=', questionId)
      .execute();
  });
}
