import { isStaff } from '../../accounts/policy.ts';
import { accountName } from '../../accounts/queries.ts';
import type { Viewer } from '../../accounts/sessions/viewer.ts';
import type { Batch } from '../../courses/batch-queries.ts';
import type { AppContext } from '../../platform/context.ts';
import type { Writer } from '../../platform/database/database.ts';
import { parseId } from '../../platform/parse-id.ts';
import { questionNotFound } from './lock-question.ts';
import { findMentioned, tellMentioned } from '../mentions/tell-mentioned.ts';
import { showAgain } from '../posts/restore-question.ts';

/**
 * A question of a batch, deleted or not, with that batch.
 * @throws 404 unknown, or another batch's
 */
export async function deletedQuestion(writer: Writer, batch: Batch | null, named: string) {
  const id = parseId(named);
  const question =
    batch === null || id === null
      ? undefined
      : await writer
          .selectFrom('questions')
          .where('id', '=', id)
          .where('batch_id', '=', batch.id)
          .select([
            'id',
            'batch_id as batchId',
            'author_id as authorId',
            'text',
            'format',
            'html',
            'is_anonymous as isAnonymous',
            'deleted_at as deletedAt',
            'deleted_by as deletedBy',
          ])
          .executeTakeFirst();
  if (question === undefined || batch === null) throw questionNotFound();
  return { ...question, batch };
}

/** Notifies the people the question mentions again, but not those its comments mention. */
async function tellAgain(
  writer: Writer,
  context: AppContext,
  { batch, ...question }: Awaited<ReturnType<typeof deletedQuestion>>,
  now: number,
): Promise<void> {
  const { accounts } = await findMentioned(writer, context, question.batchId, question);
  if (accounts.length === 0) return;
  const author = { accountId: question.authorId, name: await accountName(writer, question.authorId) };
  const post = { question, commentId: null, author, isAnonymous: question.isAnonymous === 1, batch };
  await tellMentioned(writer, post, accounts, now);
}

type Shown = {
  question: Awaited<ReturnType<typeof deletedQuestion>>;
  /** `reason` is a mentor's. */
  viewer: Viewer;
  reason?: string;
};

/**
 * Restores a question and its notices.
 * @throws 409 if somebody else restored it meanwhile
 */
export async function showQuestionAgain(
  writer: Writer,
  context: AppContext,
  { question, viewer, reason }: Shown,
  now: number,
): Promise<void> {
  const actorId = isStaff(viewer) ? viewer.accountId : undefined;
  await showAgain(writer, context.database.engine, question, {
    now,
    actorId,
    ...(reason !== undefined && { reason }),
  });
  await tellAgain(writer, context, question, now);
}
