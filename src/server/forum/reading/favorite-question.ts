import type { AppContext } from '../../platform/context.ts';
import { makeOnce } from '../../platform/database/make-once.ts';
import { lockQuestion } from '../moderation/lock-question.ts';
import type { DiscussionAccess } from '../policy.ts';

/**
 * Makes a question a favourite of the user's, or no favourite any more. Idempotent.
 * @param wish.id as it stands in the address
 * @param key the request's Idempotency-Key: a repetition changes nothing, also when the user has changed their mind since
 * @throws a 404 error for a question that is unknown, deleted, or another batch's, 409 when the key belongs to another wish
 */
export async function favoriteQuestion(
  { database, clock }: Pick<AppContext, 'database' | 'clock'>,
  access: DiscussionAccess,
  { id, isFavorite }: { id: string; isFavorite: boolean },
  key: string | null = null,
): Promise<void> {
  const { accountId } = access.viewer;
  const request = {
    accountId,
    kind: 'favorite',
    key,
    content: [id, isFavorite],
    now: clock.now(),
  } as const;
  await database.transaction((writer) =>
    makeOnce(writer, request, async () => {
      const question = await lockQuestion(writer, access, id);
      const row = { question_id: question.id, account_id: accountId };
      if (isFavorite) {
        await writer
          .insertInto('question_favorites')
          .values(row)
          .onConflict((conflict) => conflict.doNothing())
          .execute();
      } else {
        await writer
          .deleteFrom('question_favorites')
          .where('question_id', '=', row.question_id)
          .where('account_id', '=', row.account_id)
          .execute();
      }
      return question.id;
    }),
  );
}
