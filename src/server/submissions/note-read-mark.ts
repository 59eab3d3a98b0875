import { isoInstant } from '#contract/dates';
import type { AppContext } from '../platform/context.ts';
import { noReleasedMark, type OwnVersion } from './ask-second-look.ts';
import { readSince } from './mark-rules.ts';
import { versionOf } from './queries.ts';

/**
 * Records that a student read a released mark.
 * @param markedAt which mark was read; no effect if it changed since
 * @throws 404 no released mark
 */
export async function noteReadMark(
  { database, clock }: Pick<AppContext, 'database' | 'clock'>,
  accountId: number,
  { task, version, markedAt }: OwnVersion & { markedAt: string },
): Promise<void> {
  const [row] = await versionOf(database.reader, { accountId, task, version });
  if (row?.markedAt == null || row.released !== 1) throw noReleasedMark();
  const { id, markedAt: marked_at, releasedAt: released_at, readAt: read_at } = row;
  if (isoInstant(marked_at) !== markedAt || readSince({ marked_at, released_at, read_at }) !== null) return;
  await database.nonDurableTransaction((writer) =>
    writer
      .updateTable('marks')
      .set({ read_at: clock.now() })
      .where('submission_id', '=', id)
      .where('marked_at', '=', marked_at)
      .execute(),
  );
}
