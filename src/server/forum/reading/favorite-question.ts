import type { AppContext } from '../../platform/context.ts';
import { once } from '../../platform/database/make-once.ts';
import { lockQuestion } from '../posts/lock-post.ts';
import type { DiscussionAccess } from '../policy.ts';

/** Idempotent. @throws 404 unknown, deleted, or another batch's; 409 key of another request */
export async function favoriteQuestion(
  context: Pick<AppContext, 'database' | 'clock'>,
  access: DiscussionAccess,
  { id, isFavorite }: { id: string; isFavorite: boolean },
  key: string | null = null,
): Promise<void> {
  const { accountId } = access.viewer;
  const request = { accountId, kind: 'favorite', key, content: [id, isFavorite] } as const;
  await once(context, request, async (writer) => {
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
  });
}
