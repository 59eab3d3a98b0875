import type { AppContext } from '../platform/context.ts';
import { holdQuestion } from './hold-question.ts';
import type { Board } from './policy.ts';

/** Counts a reader as a viewer, once for ever. Authors are no viewers of their own questions. */
export async function viewQuestion(context: AppContext, board: Board, id: string): Promise<void> {
  await context.database.transaction(async (writer) => {
    const question = await holdQuestion(writer, board, id);
    const { accountId } = board.viewer;
    if (question.authorId === accountId) return;
    const counted = await writer
      .insertInto('question_views')
      .values({ question_id: question.id, account_id: accountId })
      .onConflict((conflict) => conflict.doNothing())
      .returning('question_id')
      .executeTakeFirst();
    if (counted === undefined) return;
    await writer
      .updateTable('questions')
      .set((on) => ({ view_count: on('view_count', '+', 1) }))
      .where('id', '=', question.id)
      .execute();
  });
}
