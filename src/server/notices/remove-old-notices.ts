import { z } from 'zod';
import { dayMs, hourMs } from '#contract/durations';
import type { AppContext } from '../platform/context.ts';
import { removeRows } from '../platform/database/rows-at-once.ts';
import type { Job } from '../platform/jobs/job.ts';

export const noticeLifeMs = 90 * dayMs;

export async function removeOldNotices(
  { database, clock }: Pick<AppContext, 'database' | 'clock'>,
  signal: AbortSignal,
): Promise<void> {
  const before = clock.now() - noticeLifeMs;
  await removeRows(
    database,
    signal,
    async (reader, limit) => {
      const rows = await reader
        .selectFrom('notices')
        .where('created_at', '<=', before)
        .orderBy('created_at')
        .limit(limit)
        .select('id')
        .execute();
      return rows.map(({ id }) => id);
    },
    (writer, ids) => writer.deleteFrom('notices').where('id', 'in', ids).execute(),
  );
}

export const removeOldNoticesJob: Job<null> = {
  kind: 'remove-old-notices',
  payload: z.null(),
  everyMs: hourMs,
  run: (context, _, signal) => removeOldNotices(context, signal),
};
