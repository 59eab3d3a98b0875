import { setTimeout as sleep } from 'node:timers/promises';
import { PostgresAdapter, sql, type Kysely } from 'kysely';

/** The advisory lock that whoever migrates holds; the number is Kysely's, so that all versions take the same. */
const lockId = sql.lit(3853314791062309107n);
const pauseMs = 100;
const waitMs = 5_000;

/** Another process migrates; counts as contention, so that whoever waits tries again and may tell what for. */
class MigrationLocked extends Error {
  readonly code = '55P03';
}

/**
 * Asks for the migrations' lock again and again in place of waiting for it: a statement that waits has a snapshot, which
 * an index that is built `concurrently` by the holder waits for in its turn.
 * @throws MigrationLocked after a while
 */
export class PollingPostgresAdapter extends PostgresAdapter {
  override async acquireMigrationLock(db: Kysely<never>): Promise<void> {
    const giveUpAt = performance.now() + waitMs;
    for (;;) {
      const query = sql<{ isHeld: boolean }>`select pg_try_advisory_lock(${lockId}) as "isHeld"`;
      const { rows } = await query.execute(db);
      if (rows[0]?.isHeld === true) return;
      if (performance.now() > giveUpAt) throw new MigrationLocked('another process changes the schema');
      await sleep(pauseMs);
    }
  }
}
