import type { z } from 'zod';
import type { readNotices as readCall } from '#contract/notices/calls';
import { rowsAtOnce } from '../platform/database/rows-at-once.ts';
import type { Database } from '../platform/database/database.ts';
import { parseId } from '../platform/parse-id.ts';

/** Marks a reader's own notices as read; invalid ids do nothing. A crash may lose it. */
export async function readNotices(
  { reader, nonDurableTransaction }: Database,
  accountId: number,
  { id, about, up_to }: z.output<typeof readCall.body>,
  now: number,
): Promise<void> {
  const [one, last] = [parseId(id ?? ''), parseId(up_to ?? '')];
  if (one === null && last === null && about === undefined) return;
  const unread = reader
    .selectFrom('notices')
    .where('account_id', '=', accountId)
    .where('read_at', 'is', null)
    .$if(one !== null, (query) => query.where('id', '=', one))
    .$if(last !== null, (query) => query.where('id', '<=', last))
    .$if(about !== undefined, (query) => query.where('about', '=', about as string))
    .orderBy('id')
    .limit(rowsAtOnce)
    .select('id');
  for (;;) {
    const ids = (await unread.execute()).map((row) => row.id);
    if (ids.length === 0) return;
    await nonDurableTransaction((writer) =>
      writer
        .updateTable('notices')
        .set({ read_at: now })
        .where('id', 'in', ids)
        .where('read_at', 'is', null)
        .execute(),
    );
    if (ids.length < rowsAtOnce) return;
  }
}
