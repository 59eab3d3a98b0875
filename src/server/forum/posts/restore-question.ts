import { isoInstant } from '#contract/dates';
import { recordAct } from '../../audit/record-act.ts';
import type { AppContext } from '../../platform/context.ts';
import { announce } from '../../platform/database/announce.ts';
import type { Writer } from '../../platform/database/database.ts';
import type { EngineName } from '../../platform/database/engine.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import { indexQuestion } from '../search/index-question.ts';
import { removeIntervention } from '../moderation/interventions.ts';
import { nameOfPost } from '../moderation/lock-post.ts';
import { tellOfReports } from '../moderation/tell-of-reports.ts';
import { parseId } from '../../platform/parse-id.ts';

type HiddenQuestion = { id: number; batchId: number; authorId: number; deletedAt: number | null };

/**
 * Restores a deleted or hidden question.
 * @param actorId for the audit log: null for an operator, undefined for no entry
 * @param reason a mentor's, if any
 * @throws 409 if somebody else restored it meanwhile
 */
export async function showAgain(
  writer: Writer,
  engine: EngineName,
  question: HiddenQuestion,
  { now, actorId, reason }: { now: number; actorId: number | null | undefined; reason?: string },
): Promise<void> {
  const restored = await writer
    .updateTable('questions')
    .set({ deleted_at: null, deleted_by: null })
    .where('id', '=', question.id)
    .where('deleted_at', 'is not', null)
    .returning('id')
    .executeTakeFirst();
  if (restored === undefined || question.deletedAt === null)
    throw httpErrors.conflict(`Question ${question.id} is not hidden.`);
  const post = { ...question, name: nameOfPost(question.id, null), questionId: question.id, commentId: null };
  await removeIntervention(writer, post, 'hidden');
  await indexQuestion(writer, engine, question.id);
  await tellOfReports(writer, post, now);
  announce(writer, `batch:${question.batchId}`);
  if (actorId === undefined) return;
  await recordAct(writer, {
    at: now,
    actorId,
    act: reason === undefined ? 'restore-question' : 'show-post',
    subject: String(question.id),
    aboutId: question.authorId,
    before: { deletedAt: isoInstant(question.deletedAt) },
    after: { deletedAt: null, ...(reason !== undefined && { reason }) },
  });
}

/**
 * Restores a deleted question as an operator, audited.
 * @throws 404 unknown; 409 not deleted
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
    if (question.deletedAt === null) throw httpErrors.conflict(`Question ${id} is not hidden.`);
    await showAgain(writer, context.database.engine, question, { now: context.clock.now(), actorId: null });
  });
}
