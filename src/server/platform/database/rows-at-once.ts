import type { Database, Reader, Writer } from './database.ts';

/** Batch size of queries over many rows: bounds memory and the wait of others. */
export const rowsAtOnce = 500;

/**
 * In batches, so that others never wait long. A crash may restore some until the next run.
 * @param find keys of such rows, up to the limit
 * @param signal stops it before the next batch
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
