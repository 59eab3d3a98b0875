import { dayMs, hourMs } from '#contract/durations';
import type { NoticeKind } from '#contract/notices/notice-kinds';
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

/** By their events. */
const named = [
  'new-version',
  'second-look',
  'extension-request',
  'private-question',
  'mention',
] satisfies NoticeKind[];

/**
 * Erases notices of others that name a person, or quote the person's questions.
 * @param events receipt numbers, names of posts, and events of extension requests and private posts
 */
export async function eraseNoticesAbout(writer: Writer, events: readonly string[]): Promise<void> {
  for (let from = 0; from < events.length; from += rowsAtOnce) {
    const some = events.slice(from, from + rowsAtOnce);
    await writer
      .deleteFrom('notices')
      .where(({ eb, or }) =>
        or([
          eb('kind', 'in', named).and('event', 'in', some),
          eb('about', 'in', some).and('about', 'like', 'question:%'),
        ]),
      )
      .execute();
  }
}
