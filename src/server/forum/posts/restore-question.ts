import { isoInstant } from '#contract/dates';
import { recordAuditEvent } from '../../audit/record-audit-event.ts';
import type { AppContext } from '../../platform/context.ts';
import { announce } from '../../platform/database/announce.ts';
import type { Writer } from '../../platform/database/database.ts';
import type { EngineName } from '../../platform/database/engine.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import { indexQuestion } from '../search/index-question.ts';
import { removeIntervention } from '../moderation/interventions.ts';
import { nameOfPost, postColumns, questionNotFound } from './lock-post.ts';
import { notifyOfReports } from '../moderation/report-post.ts';
import { parseId } from '../../platform/parse-id.ts';
import { isStaff } from '../../accounts/policy.ts';
import { accountName } from '../../accounts/queries.ts';
import type { AuditLine } from '../../accounts/sessions/act.ts';
import type { Viewer } from '../../accounts/sessions/viewer.ts';
import type { Batch } from '../../courses/batch-queries.ts';
import { findMentioned } from '../mentions/people-to-mention.ts';
import { notifyMentioned } from '../mentions/mention-notices.ts';

type HiddenQuestion = { id: number; batchId: number; authorId: number; deletedAt: number | null };

/**
 * @param reason a mentor's, if any
 * @returns the audit line
 * @throws 409 if restored meanwhile
 */
async function undeleteQuestion(
  writer: Writer,
  engine: EngineName,
  question: HiddenQuestion,
  { now, reason }: { now: number; reason?: string },
) {
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
  await notifyOfReports(writer, post, now);
  announce(writer, `batch:${question.batchId}`);
  return {
    act: reason === undefined ? 'restore-question' : 'show-post',
    subject: String(question.id),
    aboutId: question.authorId,
    before: { deletedAt: isoInstant(question.deletedAt) },
    after: { deletedAt: null, ...(reason !== undefined && { reason }) },
  } as const;
}

/** By an operator, audited. @throws 404 unknown; 409 not deleted */
export async function restoreQuestion(
  context: Pick<AppContext, 'database' | 'clock'>,
  id: string,
): Promise<void> {
  await context.database.transaction(async (writer) => {
    const question = await writer
      .selectFrom('questions')
      .where('id', '=', parseId(id) ?? 0)
      .select(['id', 'batch_id as batchId', 'author_id as authorId', 'deleted_at as deletedAt'])
      .executeTakeFirst();
    if (question === undefined) throw httpErrors.notFound(`There is no question ${id}.`);
    if (question.deletedAt === null) throw httpErrors.conflict(`Question ${id} is not hidden.`);
    const now = context.clock.now();
    const line = await undeleteQuestion(writer, context.database.engine, question, { now });
    await recordAuditEvent(writer, { ...line, at: now, actorId: null });
  });
}

/** Also deleted ones, with the batch. @throws 404 unknown, or another batch's */
export async function anyQuestion(writer: Writer, batch: Batch | null, named: string) {
  if (batch === null) throw questionNotFound();
  const question = await writer
    .selectFrom('questions')
    .where('id', '=', parseId(named) ?? 0)
    .where('batch_id', '=', batch.id)
    .select([...postColumns, 'batch_id as batchId', 'deleted_at as deletedAt', 'deleted_by as deletedBy'])
    .executeTakeFirst();
  if (question === undefined) throw questionNotFound();
  return { ...question, batch };
}

/** Not again those whom its comments mention. */
async function notifyMentionedAgain(
  writer: Writer,
  context: AppContext,
  { batch, ...question }: Awaited<ReturnType<typeof anyQuestion>>,
  now: number,
): Promise<void> {
  const { accounts } = await findMentioned(writer, context, question.batchId, question);
  if (accounts.length === 0) return;
  const author = { accountId: question.authorId, name: await accountName(writer, question.authorId) };
  const post = { question, commentId: null, author, isAnonymous: question.isAnonymous === 1, batch };
  await notifyMentioned(writer, post, accounts, now);
}

type Shown = {
  question: Awaited<ReturnType<typeof anyQuestion>>;
  /** `reason` is a mentor's. */
  viewer: Viewer;
  reason?: string;
};

/** @returns the audit lines, of staff alone @throws 409 if restored meanwhile */
export async function undeleteAndNotify(
  writer: Writer,
  context: AppContext,
  { question, viewer, reason }: Shown,
  now: number,
): Promise<AuditLine[]> {
  const of = { now, ...(reason !== undefined && { reason }) };
  const line = await undeleteQuestion(writer, context.database.engine, question, of);
  await notifyMentionedAgain(writer, context, question, now);
  return isStaff(viewer) ? [line] : [];
}
