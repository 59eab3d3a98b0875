import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { sql, type Kysely } from 'kysely';
import type { DamageDepth } from './engine.ts';
import type { Tables } from './schema.ts';

/** In a thread, since it may take minutes. @returns the first damage in SQLite's words, or null */
export async function findSqliteDamage(file: string, depth: DamageDepth): Promise<string | null> {
  const worker = new Worker(new URL('./find-damage-worker.ts', import.meta.url), {
    workerData: { file, depth },
  });
  worker.unref();
  const [found] = (await once(worker, 'message')) as [string | null];
  return found;
}

/** PostgreSQL notices damaged pages only on reading. */
export async function findPostgresDamage(database: Kysely<Tables>): Promise<string | null> {
  const { rows } = await sql<{ failures: number | null; last: string | null }>`
    select checksum_failures as failures, checksum_last_failure::text as last
    from pg_stat_database where datname = current_database()`.execute(database);
  const { failures = null, last = null } = rows[0] ?? {};
  return (failures ?? 0) > 0 ? `${failures} checksum failures, the last at ${last}` : null;
}
