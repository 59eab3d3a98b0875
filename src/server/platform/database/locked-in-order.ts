import { PostgresAdapter, type SelectQueryBuilder } from 'kysely';
import type { Writer } from './database.ts';
import type { Tables } from './schema.ts';

/**
 * Locks the rows of an ordered query in its order until the transaction ends: two changes that lock many cannot
 * deadlock. SQLite has one writer at a time.
 */
export function lockedInOrder<Table extends keyof Tables, Row>(
  writer: Writer,
  rows: SelectQueryBuilder<Tables, Table, Row>,
): SelectQueryBuilder<Tables, Table, Row> {
  return writer.getExecutor().adapter instanceof PostgresAdapter ? rows.forNoKeyUpdate() : rows;
}
