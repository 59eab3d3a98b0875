import type { AppContext } from '../platform/context.ts';
import { lockQuestion } from './lock-question.ts';
import type { DiscussionAccess } from './policy.ts';

/**
 * Makes a question a favourite of the user's, or no favourite any more. Idempotent.
 * @throws a 404 error for a question that is unknown, deleted, or another batch's
 */
export async function favoriteQuestion(
  context: Pick<AppContext, 'database'>,
  access: DiscussionAccess,
  id: string,
  isFavorite: boolean,
): Promise<void> {
  await context.database.transaction(async (writer) => {
    const question = await lockQuestion(writer, access, id);
    const key = { question_id: question.id, account_id: access.viewer.accountId };
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
