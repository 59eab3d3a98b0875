import * as calls from '#contract/forum/calls';
import { read } from '../../accounts/sessions/act.ts';
import { makeBatchWriter, type BatchWriter } from '../../platform/batch-writer.ts';
import type { AppContext } from '../../platform/context.ts';
import type { Writer } from '../../platform/database/database.ts';
import { questionNotFound } from '../posts/lock-post.ts';
import type { ForumState } from '../forum-state.ts';
import type { DiscussionAccess } from '../policy.ts';
import { questionAsViewed } from '../queries.ts';
import { parseId } from '../../platform/parse-id.ts';

type QuestionView = { questionId: number; viewerId: number };

export type ViewRecorder = BatchWriter<QuestionView>;

const intervalMs = 1_000;
const maxPending = 1_000;

/** About once a second, not waiting for the disk. Duplicates have no effect; a crash may lose a second. */
export function makeViewRecorder(context: Pick<AppContext, 'database' | 'log'>): ViewRecorder {
  return makeBatchWriter({
    keyOf: ({ questionId, viewerId }) => `${questionId} ${viewerId}`,
    write: (views) => context.database.nonDurableTransaction((writer) => writeViews(writer, views)),
    intervalMs,
    maxPending,
    onError: (error) => context.log.warn({ err: error }, 'question views could not be saved; trying again'),
  });
}

/** Statements are prepared by their text. */
async function writeViews(writer: Writer, views: readonly QuestionView[]): Promise<void> {
  // Always in one order, against deadlocks of processes.
  const sorted = views.toSorted((a, b) => a.questionId - b.questionId || a.viewerId - b.viewerId);
  const newViews = new Map<number, number>();
  for (const { questionId, viewerId } of sorted) {
    const inserted = await writer
      .insertInto('question_views')
      .values({ question_id: questionId, account_id: viewerId })
      .onConflict((conflict) => conflict.doNothing())
      .returning('question_id')
      .executeTakeFirst();
    if (inserted !== undefined) newViews.set(questionId, (newViews.get(questionId) ?? 0) + 1);
  }
  for (const [questionId, count] of newViews) {
    await writer
      .updateTable('questions')
      .set((on) => ({ view_count: on('view_count', '+', count) }))
      .where('id', '=', questionId)
      .execute();
  }
}

/** Once per viewer but the author, a second later. @throws 404 unknown, deleted, or another batch's */
async function viewQuestion(
  context: Pick<AppContext, 'database'>,
  views: ViewRecorder,
  { viewer, batch }: DiscussionAccess,
  id: string,
): Promise<void> {
  const questionId = parseId(id);
  if (batch === null || questionId === null) throw questionNotFound();
  const key = { batchId: batch.id, id: questionId, readerId: viewer.accountId };
  const [question] = await questionAsViewed(context.database.reader, key);
  if (question === undefined) throw questionNotFound();
  if (question.authorId === viewer.accountId || question.viewerId !== null) return;
  await views.add({ questionId, viewerId: viewer.accountId });
}

/** Idempotent without a stored key. */
export const viewCall = ({ tracked }: ForumState, views: ViewRecorder) =>
  read(calls.viewQuestion, {
    who: tracked,
    run: ({ context, resource, params }) => viewQuestion(context, views, resource, params.id),
  });
