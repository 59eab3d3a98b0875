import { sql, type Transaction } from 'kysely';
import type { EngineName } from './engine.ts';
import type { Tables } from './schema.ts';

type Writer = Transaction<Tables>;

const run = (writer: Writer, statement: string) => sql.raw(statement).execute(writer);

async function withoutTriggersOfSqlite(writer: Writer, change: () => Promise<void>): Promise<void> {
  const { rows: triggers } = await sql<{ name: string; text: string }>`
    select name, sql as text from sqlite_master where type = 'trigger'`.execute(writer);
  for (const { name } of triggers) await run(writer, `drop trigger "${name}"`);
  await change();
  for (const { text } of triggers) await run(writer, text);
  const { rows: indexes } = await sql<{ name: string }>`
    select name from pragma_table_list where type = 'virtual' and schema = 'main'`.execute(writer);
  for (const { name } of indexes) await run(writer, `insert into "${name}" ("${name}") values ('rebuild')`);
}

/**
 * Keys and checks hold, except `ddl.checkByStatement`.
 * @param tables written by nobody else until the transaction ends
 */
export async function withoutTriggers(
  writer: Writer,
  engine: EngineName,
  tables: readonly string[],
  change: () => Promise<void>,
): Promise<void> {
  if (engine === 'sqlite') return withoutTriggersOfSqlite(writer, change);
  for (const table of tables) await run(writer, `alter table "${table}" disable trigger user`);
  await change();
  for (const table of tables) await run(writer, `alter table "${table}" enable trigger user`);
}
