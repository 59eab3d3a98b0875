import { messages } from '#contract/messages';
import type { AppContext } from '../platform/context.ts';
import { httpErrors } from '../platform/http/http-errors.ts';
import { holdQuestion } from './hold-question.ts';
import type { DiscussionAccess } from './policy.ts';

/**
 * Comments on a question.
 * @throws a 409 problem while the student waits for placement, 404 for a question that the forum does not show
 */
export async function answerQuestion(
  context: AppContext,
  board: DiscussionAccess,
  id: string,
  text: string,
): Promise<void> {
  if (board.batch === null) throw httpErrors.conflict(messages.notPlacedYet);
  await context.database.transaction(async (writer) => {
    const question = await holdQuestion(writer, board, id);
    await writer
      .insertInto('comments')
      .values({
        question_id: question.id,
        author_id: board.viewer.accountId,
        text,
        created_at: context.clock.now(),
      })
      .execute();
  });
}
