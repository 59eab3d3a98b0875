import { sql } from 'kysely';
import type { Reader } from './database.ts';
import type { EngineName } from './engine.ts';

type DatabaseFacts = {
  version: string;
  bytes: number;
  /** The database server's, in milliseconds since 1970 UTC; null for SQLite. */
  clock: number | null;
};

export async function readDatabaseFacts(reader: Reader, engine: EngineName): Promise<DatabaseFacts> {
  const query =
    engine === 'sqlite'
      ? sql<DatabaseFacts>`select 'SQLite ' || sqlite_version() as version, page_count * page_size as bytes, null as clock
          from pragma_page_count(), pragma_page_size()`
      : sql<DatabaseFacts>`select 'PostgreSQL ' || current_setting('server_version') as version,
          pg_database_size(current_database()) as bytes,
          (extract(epoch from clock_timestamp()) * 1000)::bigint as clock`;
  const { rows } = await query.execute(reader);
  return rows[0] as DatabaseFacts;
}
