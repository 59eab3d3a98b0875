import type { AppContext } from '../platform/context.ts';
import { holdQuestion } from './hold-question.ts';
import type { DiscussionAccess } from './policy.ts';

/** Keeps a question as the viewer's favourite, or drops it; doing so again changes nothing. */
export async function favoriteQuestion(
  context: AppContext,
  board: DiscussionAccess,
  id: string,
  isFavorite: boolean,
): Promise<void> {
  await context.database.transaction(async (writer) => {
    const key = {
      question_id: (await holdQuestion(writer, board, id)).id,
      account_id: board.viewer.accountId,
    };
    if (isFavorite) {
      await writer
        .insertInto('question_favorites')
        .values(key)
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    } else {
      await writer
        .deleteFrom('question_favorites')
        .where('question_id', '=', key.question_id)
        .where('account_id', '=', key.account_id)
        .execute();
    }
  });
}
