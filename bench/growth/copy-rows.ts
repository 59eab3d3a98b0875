import { sql } from 'kysely';
import { loadRows, withoutTriggers } from '#server/operations/backups/load-rows';
import type { BackupTable } from '#server/operations/backups/parts';
import { linesOf, readCounters, tablesToCopy } from '#server/operations/backups/table-rows';
import type { Database } from '#server/platform/database/database';

/**
 * Copies each row, as a restore does: rows that PostgreSQL's triggers count one by one take it an hour. What
 * migrations have put in is replaced.
 */
export async function copyRows(from: Database, to: Database): Promise<void> {
  await from.snapshot(async (snapshot) => {
    const shapes = await tablesToCopy(snapshot.reader, from.engine);
    const counters = await readCounters(snapshot.reader, from.engine, shapes);
    const tables = shapes.map(({ name, columns }) => ({ name, columns, rows: 0 }) as unknown as BackupTable);
    const names = shapes.map(({ name }) => name);
    await to.transaction((writer) =>
      withoutTriggers(writer, to.engine, names, async () => {
        await sql`truncate ${sql.join(names.map((name) => sql.table(name)))} cascade`.execute(writer);
        await loadRows(writer, to.engine, shapes, { tables, counters }, async function* (table, shape) {
          const source = { engine: from.engine, isDamaged: false };
          for await (const { text } of linesOf(snapshot, shape, table.columns, source))
            yield* text.toString().split('\n').slice(0, -1);
        });
      }),
    );
  });
}
