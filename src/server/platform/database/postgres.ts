import {
  Kysely,
  PostgresDialect,
  PostgresDriver,
  sql,
  type DialectAdapter,
  type Driver,
  type PostgresPool,
} from 'kysely';
import { CompiledReader } from './compiled-reader.ts';
import { postgresDdl } from './ddl.ts';
import { requestLimits, type ConnectionLimits, type Engine } from './engine.ts';
import { PollingPostgresAdapter } from './migration-lock.ts';
import { openPostgresChannel } from './postgres-channel.ts';
import { ConnectionPool } from './postgres-pool.ts';
import type { Tables } from './schema.ts';
import { ignoreStatements, observing, type ObserveStatement } from './slow-queries.ts';

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

/**
 * Opens a PostgreSQL database; connections are made when needed.
 * @param url `postgres://…`
 */
export function openPostgres(
  url: string,
  limits: ConnectionLimits = requestLimits,
  observe: ObserveStatement = ignoreStatements,
): Engine {
  const pool = new ConnectionPool(url, limits);
  const writer = new Kysely<Tables>({
    dialect: new CapstonePostgresDialect(pool.forChanges),
    log: observing(observe),
  });
  return {
    name: 'postgres',
    writer,
    reader: new CompiledReader(
      new CapstonePostgresDialect(pool.forReads),
      (text, parameters) => pool.read(text, parameters),
      observe,
    ),
    runNonDurable: (change) =>
      writer.transaction().execute(async (transaction) => {
        await sql`set local synchronous_commit = off`.execute(transaction);
        return change(transaction);
      }),
    groupsCommits: true,
    pool: () => pool.figures(),
    ddl: postgresDdl,
    openChannel: (ears) => openPostgresChannel(url, ears),
    close: () => pool.end(),
  };
}
