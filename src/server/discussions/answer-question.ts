import { messages } from '#contract/messages';
import type { AppContext } from '../platform/context.ts';
import { httpErrors } from '../platform/http/http-errors.ts';
import { lockQuestion } from './lock-question.ts';
import type { DiscussionAccess } from './policy.ts';

/**
 * Comments on a question.
 * @throws a 409 error while the student waits for placement, 404 for a question that is unknown, deleted, or another batch's
 */
export async function answerQuestion(
  context: AppContext,
  access: DiscussionAccess,
  id: string,
  text: string,
): Promise<void> {
  if (access.batch === null) throw httpErrors.conflict(messages.notPlacedYet);
  await context.database.transaction(async (writer) => {
    const question = await lockQuestion(writer, access, id);
    await writer
      .insertInto('comments')
      .values({
        question_id: question.id,
        author_id: access.viewer.accountId,
        text,
        created_at: context.clock.now(),
      })
      .execute();
  });
}
