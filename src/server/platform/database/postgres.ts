import { Kysely, PostgresDialect, PostgresDriver, sql, type DialectAdapter, type Driver } from 'kysely';
import pg from 'pg';
import { postgresDdl } from './ddl.ts';
import type { Engine } from './engine.ts';
import { PollingPostgresAdapter } from './migration-lock.ts';
import { openPostgresChannel } from './postgres-channel.ts';
import { PostgresClient } from './postgres-client.ts';
import type { Tables } from './schema.ts';

/** A roll-back that fails gives the connection up; what is thrown stays the error that caused it. */
class DiscardingDriver extends PostgresDriver {
  override async rollbackTransaction(
    ...connection: Parameters<PostgresDriver['rollbackTransaction']>
  ): Promise<void> {
    // The driver has marked the connection: it is closed in place of being used again.
    await super.rollbackTransaction(...connection).catch(() => {});
  }
}

class CapstonePostgresDialect extends PostgresDialect {
  readonly #pool: pg.Pool;

  constructor(pool: pg.Pool) {
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

/**
 * Opens a PostgreSQL database; connections are made when needed.
 * @param url `postgres://…`
 */
export function openPostgres(url: string): Engine {
  const pool = new pg.Pool({
    connectionString: url,
    Client: PostgresClient,
    max: 10,
    connectionTimeoutMillis: 3_000,
    options: '-c lock_timeout=3000 -c idle_in_transaction_session_timeout=30000',
  });
  // A connection that breaks while idle is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => {});
  const database = new Kysely<Tables>({ dialect: new CapstonePostgresDialect(pool) });
  return {
    name: 'postgres',
    writer: database,
    reader: database,
    runNonDurable: (change) =>
      database.transaction().execute(async (writer) => {
        await sql`set local synchronous_commit = off`.execute(writer);
        return change(writer);
      }),
    groupsCommits: true,
    pool: () => ({ size: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    ddl: postgresDdl,
    openChannel: (ears) => openPostgresChannel(url, ears),
    close: () => pool.end(),
  };
}
