import { unreadNoticesOf } from '../../accounts/queries.ts';
import type { Viewer } from '../../accounts/sessions/viewer.ts';
import { readNotices } from '../read-notices.ts';
import type { AppContext } from '../../platform/context.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import { parseId } from '../../platform/parse-id.ts';
import { pinnedFor } from './queries.ts';

/**
 * Records a student's view and reads its notice. A crash may lose it.
 * @returns the number of unread notices
 * @throws 404 for one that is not pinned for the student
 */
export async function seeAnnouncement(
  { database, clock }: Pick<AppContext, 'database' | 'clock'>,
  { accountId, batch }: Viewer,
  announcement: string,
): Promise<number> {
  const now = clock.now();
  const id = parseId(announcement);
  const pinned =
    batch === null ? [] : await pinnedFor(database.reader, { batchId: batch.id, accountId, now });
  const row = pinned.find((one) => one.id === id);
  if (row === undefined) throw httpErrors.notFound('There is no such announcement.');
  if (row.seenBy === null) {
    await database.nonDurableTransaction((writer) =>
      writer
        .insertInto('announcement_views')
        .values({ announcement_id: row.id, account_id: accountId })
        .onConflict((conflict) => conflict.doNothing())
        .execute(),
    );
  }
  await readNotices(database, accountId, { about: `announcement:${row.id}` }, now);
  return unreadNoticesOf(database.reader, accountId);
}
