import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '#server/platform/database/database';

/** What a repetition may change: it is counted, and its sender seen. */
const ofRequests = new Set([
  'sessions',
  'rate_limit_hits',
  'idempotency_locks',
  'jobs',
  'audit_log',
  'known_devices',
  'presences',
  'journal',
  'journal_changes',
]);

const ofVisits = new Set(['seen_at', 'is_silent']);

let tables: string[] | null = null;

async function tablesOf({ reader }: Pick<Database, 'reader'>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from sqlite_schema where type = 'table' and sql not like 'CREATE VIRTUAL%' and name not like 'sqlite_%'`.execute(
    reader,
  );
  return rows.map(({ name }) => name).filter((name) => !ofRequests.has(name));
}

/** A hash for each table. */
export async function contentOf(database: Pick<Database, 'reader'>): Promise<Record<string, string>> {
  tables ??= await tablesOf(database);
  const contents: Record<string, string> = {};
  for (const name of tables) {
    const { rows } = await sql.raw(`select * from "${name}"`).execute(database.reader);
    const text = JSON.stringify(rows, (key, value: unknown) => (ofVisits.has(key) ? null : value));
    contents[name] = createHash('sha1').update(text).digest('hex');
  }
  return contents;
}
