import { Kysely, PostgresDialect, sql, type DialectAdapter } from 'kysely';
import pg from 'pg';
import { postgresDdl } from './ddl.ts';
import type { Engine } from './engine.ts';
import { PollingPostgresAdapter } from './migration-lock.ts';
import type { Tables } from './schema.ts';

/** The most statements that each connection keeps prepared. */
const maxStatements = 500;

/** Names each statement, so that PostgreSQL parses and plans it once a connection. */
class PreparingClient extends pg.Client {
  static readonly #names = new Map<string, string>();

  override query(...parameters: unknown[]): never {
    const [text, values, ...rest] = parameters;
    if (typeof text === 'string' && Array.isArray(values) && values.length > 0) {
      return super.query(
        { name: PreparingClient.#name(text), text, values } as never,
        ...(rest as []),
      ) as never;
    }
    return super.query(...(parameters as [never])) as never;
  }

  static #name(text: string): string | undefined {
    let name = this.#names.get(text);
    if (name === undefined) {
      // A connection never forgets a name: statements whose text varies without end stay unnamed.
      if (this.#names.size >= maxStatements) return undefined;
      name = `s${this.#names.size}`;
      this.#names.set(text, name);
    }
    return name;
  }
}

/** Counts and instants are 64-bit in PostgreSQL and safe integers here. */
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === pg.types.builtins.INT8 || oid === pg.types.builtins.NUMERIC
      ? Number
      : pg.types.getTypeParser(oid, format as 'text')) as pg.CustomTypesConfig['getTypeParser'],
};

class CapstonePostgresDialect extends PostgresDialect {
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
    Client: PreparingClient,
    types,
    max: 10,
    connectionTimeoutMillis: 3_000,
    options: '-c lock_timeout=3000 -c idle_in_transaction_session_timeout=30000',
  });
  // A connection that breaks while idle is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => {});
  const database = new Kysely<Tables>({ dialect: new CapstonePostgresDialect({ pool }) });
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
    ddl: postgresDdl,
    close: () => pool.end(),
  };
}
