import { setTimeout as sleep } from 'node:timers/promises';
import { PostgresAdapter, sql, type Kysely } from 'kysely';

/** Kysely's own advisory lock, so that all versions take the same. */
const lockId = sql.lit(3853314791062309107n);
const pauseMs = 100;
const waitMs = 5_000;

/** Contention: the caller retries and reports it. */
class MigrationLocked extends Error {
  readonly code = '55P03';
}

/**
 * Polls: a waiting statement would hold a snapshot, for which the holder waits when it builds an index
 * `concurrently`.
 * @throws MigrationLocked after 5 seconds
 */
export class PollingPostgresAdapter extends PostgresAdapter {
  override async acquireMigrationLock(db: Kysely<never>): Promise<void> {
    const giveUpAt = performance.now() + waitMs;
    for (;;) {
      const query = sql<{ isHeld: boolean }>`select pg_try_advisory_lock(${lockId}) as "isHeld"`;
      const { rows } = await query.execute(db);
      if (rows[0]?.isHeld === true) return;
      if (performance.now() > giveUpAt)
        throw new MigrationLocked('another process is migrating the database');
      await sleep(pauseMs);
    }
  }
}
