import { z } from 'zod';
import { minuteMs } from '#contract/durations';
import type { AppContext } from '../platform/context.ts';
import { rowsAtOnce } from '../platform/database/rows-at-once.ts';
import type { Job } from '../platform/jobs/job.ts';
import { noticedMs } from './progress-reason.ts';

/** Marks students not seen for seven days, for the indexes of each order. The database clears the mark. */
export async function noteSilentStudents(
  { database, clock }: Pick<AppContext, 'database' | 'clock'>,
  signal: AbortSignal,
): Promise<void> {
  const since = clock.now() - noticedMs;
  while (!signal.aborted) {
    const rows = await database.reader
      .selectFrom('student_progress')
      // A literal, as in the partial index.
      .where(({ eb, lit }) => eb('is_silent', '=', lit(0)))
      .where('seen_at', '<=', since)
      .orderBy('seen_at')
      .limit(rowsAtOnce)
      .select('account_id')
      .execute();
    if (rows.length === 0) return;
    // A fixed lock order.
    const ids = rows.map(({ account_id }) => account_id).toSorted((a, b) => a - b);
    await database.nonDurableTransaction((writer) =>
      writer
        .updateTable('student_progress')
        .set({ is_silent: 1 })
        .where('account_id', 'in', ids)
        .where('seen_at', '<=', since)
        .execute(),
    );
  }
}

export const noteSilentStudentsJob: Job<null> = {
  kind: 'note-silent-students',
  payload: z.null(),
  everyMs: 5 * minuteMs,
  run: (context, _, signal) => noteSilentStudents(context, signal),
};
