import type { Database, Reader, Writer } from './database.ts';
import { rowsAtOnce } from './rows-at-once.ts';

/**
 * Removes rows that nobody needs any more, so many at a time that others never wait for long. A crash may bring some
 * back until the next run.
 * @param find keys of such rows, up to the limit
 * @param signal ends it before the next part
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
