import { messages } from '#contract/messages';
import type { AppContext } from '../platform/context.ts';
import { httpErrors } from '../platform/http/http-errors.ts';
import type { DiscussionAccess } from './policy.ts';

/**
 * Adds a question to the discussion of a batch.
 * @returns its id
 * @throws a 409 error while the student waits for placement
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
