import { makeBatchWriter, type BatchWriter } from '../../platform/batch-writer.ts';
import type { AppContext } from '../../platform/context.ts';
import type { Writer } from '../../platform/database/database.ts';

/** A question's view by an account. */
type QuestionView = { questionId: number; viewerId: number };

export type ViewRecorder = BatchWriter<QuestionView>;

/** How long a view waits for the others of its batch, in milliseconds; with it a view count is as stale as presence. */
const intervalMs = 1_000;
const maxPending = 1_000;

/**
 * View tracking: collects first views in memory and writes them about once a second, in one transaction that does not
 * wait for the disk. Views are written again without effect, so several processes may record the same one. A crash may
 * lose the views of the last second; an orderly stop flushes them.
 */
export function makeViewRecorder(context: Pick<AppContext, 'database' | 'log'>): ViewRecorder {
  return makeBatchWriter({
    keyOf: ({ questionId, viewerId }) => `${questionId} ${viewerId}`,
    write: (views) => context.database.nonDurableTransaction((writer) => writeViews(writer, views)),
    intervalMs,
    maxPending,
    onError: (error) => context.log.warn({ err: error }, 'question views could not be written yet'),
  });
}

/** Inserts views and counts those that are new; one row a statement, because statements are prepared by their text. */
async function writeViews(writer: Writer, views: readonly QuestionView[]): Promise<void> {
  // In one order everywhere, so that two processes that write at the same time cannot deadlock.
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
