import { sql } from 'kysely';
import type { Database, Reader, Writer } from './database.ts';
import type { Tables } from './schema.ts';

/** Bounds memory and the wait of others. */
export const rowsAtOnce = 500;

/**
 * In batches, so that others never wait long. A crash may restore some until the next run.
 * @param find keys up to the limit
 * @param signal stops before the next batch
 */
export async function removeRows<Key>(
  database: Database,
  signal: AbortSignal,
  find: (reader: Reader, limit: number) => Promise<Key[]>,
  remove: (writer: Writer, keys: Key[]) => Promise<unknown>,
): Promise<void> {
  while (!signal.aborted) {
    const keys = await find(database.reader, rowsAtOnce);
    if (keys.length === 0) return;
    await database.nonDurableTransaction((writer) => remove(writer, keys));
  }
}

type Column<Name extends keyof Tables> = keyof Tables[Name] & string;

/** Up to and including `until`; a row moved on meanwhile stays. */
export async function removeRowsUntil<Name extends keyof Tables>(
  database: Database,
  signal: AbortSignal,
  { table, key, at, until }: { table: Name; key: Column<Name>; at: Column<Name>; until: number },
): Promise<void> {
  const of = { table: sql.table(table), key: sql.ref(key), isDue: sql`${sql.ref(at)} <= ${until}` };
  await removeRows(
    database,
    signal,
    async (reader, limit) => {
      const due = sql<{ key: string | number }>`
        select ${of.key} as ${sql.ref('key')} from ${of.table} where ${of.isDue} limit ${limit}`;
      return (await due.execute(reader)).rows.map((row) => row.key);
    },
    (writer, keys) =>
      sql`delete from ${of.table} where ${of.key} in (${sql.join(keys)}) and ${of.isDue}`.execute(writer),
  );
}
