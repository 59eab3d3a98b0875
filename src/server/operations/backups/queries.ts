import type { Database, Reader } from '../../platform/database/database.ts';

/** The backups that were made and not removed since, newest first. Their places are named without secrets. */
export function listBackups(database: Reader, limit = 20) {
  return database
    .selectFrom('backups')
    .where('removed_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(limit)
    .select([
      'id',
      'made_at as madeAt',
      'place as where',
      'name',
      'rows',
      'files',
      'bytes',
      'faults',
      'took_ms as tookMs',
      'rehearsed_at as rehearsedAt',
    ])
    .execute();
}
export type ListedBackup = Awaited<ReturnType<typeof listBackups>>[number];

/** Writes down that a backup is gone. */
export async function markRemoved(
  database: Database,
  place: string,
  name: string,
  at: number,
): Promise<void> {
  await database.transaction((writer) =>
    writer
      .updateTable('backups')
      .set({ removed_at: at })
      .where('place', '=', place)
      .where('name', '=', name)
      .execute(),
  );
}
