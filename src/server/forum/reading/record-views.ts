import { makeBatchWriter, type BatchWriter } from '../../platform/batch-writer.ts';
import type { AppContext } from '../../platform/context.ts';
import type { Writer } from '../../platform/database/database.ts';

type QuestionView = { questionId: number; viewerId: number };

export type ViewRecorder = BatchWriter<QuestionView>;

/** In milliseconds. */
const intervalMs = 1_000;
const maxPending = 1_000;

/**
 * Writes first views about once a second without waiting for the disk. Duplicates have no effect, so several
 * processes may write them; a crash may lose the last second.
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

/** One row per statement, because statements are prepared by their text. */
async function writeViews(writer: Writer, views: readonly QuestionView[]): Promise<void> {
  // Always in the same order, so that two processes cannot deadlock.
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
