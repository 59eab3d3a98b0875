import { messages } from '#contract/messages';
import type { AppContext } from '../platform/context.ts';
import { httpErrors } from '../platform/http/http-errors.ts';
import type { DiscussionAccess } from './policy.ts';

/**
 * Puts a question into the forum.
 * @returns its id
 * @throws a 409 problem while the student waits for placement
 */
export async function askQuestion(
  context: AppContext,
  { viewer, batch }: DiscussionAccess,
  text: string,
): Promise<number> {
  if (batch === null) throw httpErrors.conflict(messages.notPlacedYet);
  return context.database.transaction(async (writer) => {
    const { id } = await writer
      .insertInto('questions')
      .values({ batch_id: batch.id, author_id: viewer.accountId, text, created_at: context.clock.now() })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  });
}
