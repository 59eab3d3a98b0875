import { sql } from 'kysely';
import type { Writer } from './database.ts';
import type { EngineName } from './engine.ts';
import type { Tables } from './schema.ts';

/** How long such a statement may take: a slow machine is not to refuse a large import again and again. */
const statementMs = 30_000;

/**
 * For the rest of a transaction whose statements take thousands of rows each: PostgreSQL may join tables as a whole, which it is
 * kept from where a page is read, and each statement may take longer than one of a page.
 */
export async function joinWholeTables(writer: Writer, engine: EngineName): Promise<void> {
  if (engine !== 'postgres') return;
  await sql`set local enable_hashjoin = on`.execute(writer);
  // An operator's command has no limit, and keeps none.
  await sql`select set_config('statement_timeout', ${String(statementMs)}, true)
    where current_setting('statement_timeout') <> '0'`.execute(writer);
}

/**
 * Tells PostgreSQL's planner how much a table has by now, where that has become far more within seconds: by itself it looks once
 * in a minute, and takes thousands of fresh rows for a few. The embedded engine plans without.
 */
export async function refreshStatistics(
  writer: Writer,
  engine: EngineName,
  table: keyof Tables,
): Promise<void> {
  if (engine === 'postgres') await sql`analyze ${sql.table(table)}`.execute(writer);
}
