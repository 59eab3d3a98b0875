import {
  Kysely,
  PostgresDialect,
  PostgresDriver,
  sql,
  type DialectAdapter,
  type Driver,
  type PostgresPool,
  PostgresAdapter,
} from 'kysely';
import { setTimeout as sleep } from 'node:timers/promises';
import { postgresDdl } from '../ddl.ts';
import {
  requestLimits,
  type ConnectionLimits,
  type Engine,
  type Snapshot,
  type SnapshotRow,
} from '../engine.ts';
import { openPostgresChannel } from './postgres-channel.ts';
import { ConnectionPool } from './postgres-pool.ts';
import type { Tables } from '../schema.ts';
import { hearFailures, ignoreStatements, observing, type ObserveStatement } from '../slow-queries.ts';

/** Kysely's own, so that all versions share it. */
const lockId = sql.lit(3853314791062309107n);
const pauseMs = 100;
const waitMs = 5_000;

/** Looks like contention, so the caller retries. */
class MigrationLocked extends Error {
  readonly code = '55P03';
}

/**
 * Polls: a waiting statement would hold a snapshot that blocks an index built `concurrently`.
 * @throws MigrationLocked after 5 seconds
 */
class PollingPostgresAdapter extends PostgresAdapter {
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

/** A failed rollback must not hide the first error. */
class DiscardingDriver extends PostgresDriver {
  override async rollbackTransaction(
    ...connection: Parameters<PostgresDriver['rollbackTransaction']>
  ): Promise<void> {
    // The driver discards the marked connection.
    await super.rollbackTransaction(...connection).catch(() => {});
  }
}

class CapstonePostgresDialect extends PostgresDialect {
  readonly #pool: PostgresPool;

  constructor(pool: PostgresPool) {
    super({ pool });
    this.#pool = pool;
  }

  override createDriver(): Driver {
    return new DiscardingDriver({ pool: this.#pool });
  }

  override createAdapter(): DialectAdapter {
    return new PollingPostgresAdapter();
  }
}

/** One state for every statement, without time-out; cursors keep memory flat. */
function readSnapshot<T>(database: Kysely<Tables>, read: (snapshot: Snapshot) => Promise<T>): Promise<T> {
  return database
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (reader) => {
      await sql`set local idle_in_transaction_session_timeout = 0`.execute(reader);
      await sql`set local statement_timeout = 0`.execute(reader);
      async function* stream(text: string, atOnce: number): AsyncGenerator<SnapshotRow[]> {
        await sql.raw(`declare whole_table no scroll cursor for ${text}`).execute(reader);
        try {
          for (;;) {
            const { rows } = await sql
              .raw<SnapshotRow>(`fetch forward ${atOnce} from whole_table`)
              .execute(reader);
            if (rows.length > 0) yield rows;
            if (rows.length < atOnce) return;
          }
        } finally {
          await sql`close whole_table`.execute(reader).catch(() => {});
        }
      }
      return read({ reader, stream });
    });
}

/** PostgreSQL notices damaged pages only on reading. */
async function findDamage(database: Kysely<Tables>): Promise<string | null> {
  const { rows } = await sql<{ failures: number | null; last: string | null }>`
    select checksum_failures as failures, checksum_last_failure::text as last
    from pg_stat_database where datname = current_database()`.execute(database);
  const { failures = null, last = null } = rows[0] ?? {};
  return (failures ?? 0) > 0 ? `${failures} checksum failures, the last at ${last}` : null;
}

/** Connects on demand. @param url `postgres://…` */
export function openPostgres(
  url: string,
  limits: ConnectionLimits = requestLimits,
  observeStatement: ObserveStatement = ignoreStatements,
): Engine {
  const { observe, onFailure } = hearFailures(observeStatement);
  const pool = new ConnectionPool(url, limits);
  const writer = new Kysely<Tables>({
    dialect: new CapstonePostgresDialect(pool.forChanges),
    log: observing(observe),
  });
  return {
    name: 'postgres',
    writer,
    reader: new Kysely<Tables>({
      dialect: new CapstonePostgresDialect(pool.forReads),
      log: observing(observe),
    }),
    runNonDurable: (change) =>
      writer.transaction().execute(async (transaction) => {
        await sql`set local synchronous_commit = off`.execute(transaction);
        return change(transaction);
      }),
    snapshot: (read) => readSnapshot(writer, read),
    foldLog: () => Promise.resolve(true),
    groupsCommits: true,
    pool: () => pool.figures(),
    ddl: postgresDdl,
    onFailure,
    findDamage: () => findDamage(writer),
    requireInPlace: () => {},
    openChannel: (ears) => openPostgresChannel(url, ears),
    close: () => pool.end(),
  };
}
