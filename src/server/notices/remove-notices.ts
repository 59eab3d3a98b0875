import { dayMs, hourMs } from '#contract/durations';
import type { AppContext } from '../platform/context.ts';
import type { Writer } from '../platform/database/database.ts';
import { removeRowsUntil, rowsAtOnce } from '../platform/database/rows-at-once.ts';
import { periodicJob } from '../platform/jobs/job.ts';

export const noticeLifeMs = 90 * dayMs;

export async function removeOldNotices(
  { database, clock }: Pick<AppContext, 'database' | 'clock'>,
  signal: AbortSignal,
): Promise<void> {
  const until = clock.now() - noticeLifeMs;
  await removeRowsUntil(database, signal, { table: 'notices', key: 'id', at: 'created_at', until });
}

export const removeOldNoticesJob = periodicJob('remove-old-notices', hourMs, removeOldNotices);

/**
 * Erases notices of others that name a person's submissions, requests and private questions.
 * @param events receipt numbers, and events of extension requests and private posts
 */
export async function eraseNoticesAbout(writer: Writer, events: readonly string[]): Promise<void> {
  for (let from = 0; from < events.length; from += rowsAtOnce) {
    await writer
      .deleteFrom('notices')
      .where('kind', 'in', ['new-version', 'second-look', 'extension-request', 'private-question'])
      .where('event', 'in', events.slice(from, from + rowsAtOnce))
      .execute();
  }
}
