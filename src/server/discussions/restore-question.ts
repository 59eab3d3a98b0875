import { isoInstant } from '#contract/dates';
import { recordAct } from '../audit/record-act.ts';
import type { AppContext } from '../platform/context.ts';
import { announce } from '../platform/database/announce.ts';
import { httpErrors } from '../platform/http/http-errors.ts';
import { indexQuestion } from './finding/index-question.ts';
import { parseId } from '../platform/parse-id.ts';

/**
 * Undoes the soft delete of a question, with its comments, favourites and views: an operator's action, kept in the audit
 * log.
 * @throws a 404 error for an unknown question, a 409 error for one that is not deleted
 */
export async function restoreQuestion(
  context: Pick<AppContext, 'database' | 'clock'>,
  id: string,
): Promise<void> {
  const parsed = parseId(id);
  await context.database.transaction(async (writer) => {
    const question =
      parsed === null
        ? undefined
        : await writer
            .selectFrom('questions')
            .where('id', '=', parsed)
            .select(['id', 'batch_id as batchId', 'author_id as authorId', 'deleted_at as deletedAt'])
            .executeTakeFirst();
    if (question === undefined) throw httpErrors.notFound(`There is no question ${id}.`);
    const restored = await writer
      .updateTable('questions')
      .set({ deleted_at: null })
      .where('id', '=', question.id)
      .where('deleted_at', 'is not', null)
      .returning('id')
      .executeTakeFirst();
    if (restored === undefined || question.deletedAt === null) {
      throw httpErrors.conflict(`Question ${id} is not hidden.`);
    }
    await indexQuestion(writer, context.database.engine, question.id);
    announce(writer, `batch:${question.batchId}`);
    await recordAct(writer, {
      at: context.clock.now(),
      actorId: null,
      act: 'restore-question',
      subject: String(question.id),
      aboutId: question.authorId,
      before: { deletedAt: isoInstant(question.deletedAt) },
      after: { deletedAt: null },
    });
  });
}
