import { sql, type RawBuilder } from 'kysely';
import type { Writer } from './database.ts';
import type { EngineName } from './engine.ts';
import type { Tables } from './schema.ts';

/** Milliseconds: a slow machine must not refuse a large import repeatedly. */
const statementMs = 30_000;

/** For this transaction on PostgreSQL: hash joins, which pages may not use, and longer statements. */
export async function allowBulkJoins(writer: Writer, engine: EngineName): Promise<void> {
  if (engine !== 'postgres') return;
  await sql`set local enable_hashjoin = on`.execute(writer);
  await sql`select set_config('statement_timeout', ${String(statementMs)}, true)
    where current_setting('statement_timeout') <> '0'`.execute(writer);
}

/** After a bulk insert: PostgreSQL looks once a minute. */
export async function refreshStatistics(
  writer: Writer,
  engine: EngineName,
  table: keyof Tables,
): Promise<void> {
  if (engine === 'postgres') await sql`analyze ${sql.table(table)}`.execute(writer);
}

export function jsonObject(
  engine: EngineName,
  members: Readonly<Record<string, RawBuilder<unknown>>>,
): RawBuilder<string> {
  if (engine === 'sqlite') {
    const parts = sql.join(Object.entries(members).flatMap(([name, value]) => [sql.lit(name), value]));
    return sql`json_object(${parts})`;
  }
  // Twice as fast as json_build_object.
  const parts = Object.entries(members).map(
    ([name, value]) =>
      sql`${sql.lit(`${JSON.stringify(name)}:`)} || coalesce(to_json(${value})::text, 'null')`,
  );
  return sql`'{' || ${sql.join(parts, sql` || ',' || `)} || '}'`;
}
