import type { AppContext } from '../../platform/context.ts';
import type { Selectable } from 'kysely';
import type { Tables } from '../../platform/database/schema.ts';
import { fileColumns } from './upload-rows.ts';

type Uploads = Selectable<Tables['uploads']>;
type Database = Pick<AppContext, 'database'>['database'];
/** Values of `lease_wanted`. */
export const leaseSignals = { asked: 1, givingWay: 2 } as const;

export function takeFreeLease(database: Database, id: string, lease: string): Promise<boolean> {
  return database.nonDurableTransaction(async (writer) => {
    const row = await writer
      .updateTable('uploads')
      .set({ lease, lease_wanted: null })
      .where('id', '=', id)
      .where('lease', 'is', null)
      .returning('id')
      .executeTakeFirst();
    return row !== undefined;
  });
}

/** The former holder can no longer save. */
export function seizeLease(
  database: Database,
  id: string,
  lease: string,
): Promise<Pick<Uploads, (typeof fileColumns)[number]> | undefined> {
  return database.nonDurableTransaction((writer) =>
    writer
      .updateTable('uploads')
      .set((of) => ({ lease, lease_wanted: null, fence: of(of.fn.coalesce('fence', of.lit(0)), '+', 1) }))
      .where('id', '=', id)
      .returning(fileColumns)
      .executeTakeFirst(),
  );
}

export async function freeLease(database: Database, id: string, lease: string): Promise<void> {
  await database.nonDurableTransaction((writer) =>
    writer
      .updateTable('uploads')
      .set({ lease: null, lease_wanted: null })
      .where('id', '=', id)
      .where('lease', '=', lease)
      .execute(),
  );
}

/** Asks the holder, or answers as one. */
export async function signalLease(
  database: Database,
  { id, lease }: { id: string; lease: string },
  lease_wanted: (typeof leaseSignals)[keyof typeof leaseSignals],
): Promise<void> {
  await database.nonDurableTransaction((writer) =>
    writer
      .updateTable('uploads')
      .set({ lease_wanted })
      .where('id', '=', id)
      .where('lease', '=', lease)
      .execute(),
  );
}

export function readLeases(
  database: Database,
  ids: readonly string[],
): Promise<Pick<Uploads, 'id' | 'lease' | 'lease_wanted'>[]> {
  return database.reader
    .selectFrom('uploads')
    .where('id', 'in', ids)
    .select(['id', 'lease', 'lease_wanted'])
    .execute();
}
