import { sql } from 'kysely';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Database } from '../database/database.ts';
import { htmlForRow, markOfVersion } from './markdown-html.ts';

const idsAtOnce = 200;

type MarkdownTable = { table: string; key: string; text: string };

/** HTML is missing or of another renderer version. */
export async function renderRows(
  { reader, nonDurableTransaction }: Database,
  { table, key, text }: MarkdownTable,
  signal: AbortSignal,
): Promise<void> {
  const [from, id, words] = [sql.table(table), sql.ref(key), sql.ref(text)];
  const { rows: newest } = await sql<{ id: number | null }>`select max(${id}) as id from ${from}`.execute(
    reader,
  );
  const last = newest[0]?.id ?? 0;
  for (let after = 0; after < last && !signal.aborted; after += idsAtOnce) {
    const { rows } = await sql<{ id: number; text: string }>`
      select ${id} as id, ${words} as text from ${from}
      where ${id} > ${after} and ${id} <= ${after + idsAtOnce} and format = 'markdown'
        and (html is null or html not like ${`${markOfVersion}%`})`.execute(reader);
    for (const row of rows) {
      const html = htmlForRow(row.text);
      await nonDurableTransaction((writer) =>
        sql`update ${from} set html = ${html} where ${id} = ${row.id} and ${words} = ${row.text}`.execute(
          writer,
        ),
      );
      // Requests go first.
      await nextTurn();
    }
  }
}
