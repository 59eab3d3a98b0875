import { PostgresAdapter, sql } from 'kysely';
import type { Writer } from './database.ts';

/** Of locks by name. */
const ofLimits = 1;

/**
 * Until the transaction ends, nobody else holds the name: a count and the row that it allows are one step. SQLite has one
 * writer at a time.
 */
export async function lockFor(writer: Writer, name: string): Promise<void> {
  if (writer.getExecutor().adapter instanceof PostgresAdapter)
    await sql`select pg_advisory_xact_lock(${ofLimits}, hashtext(${name}))`.execute(writer);
}
