import BetterSqlite from 'better-sqlite3';
import {
  CompiledQuery,
  Kysely,
  PostgresDialect,
  SqliteAdapter,
  SqliteDialect,
  SqliteDriver,
  SqliteQueryCompiler,
  sql,
  type ColumnDefinitionBuilder,
  type DatabaseConnection,
  type DatabaseIntrospector,
  type Dialect,
  type DialectAdapter,
  type Driver,
  type QueryCompiler,
  type RawBuilder,
  type SqliteDatabase,
  type Transaction,
} from 'kysely';
import pg from 'pg';
import type { Tables } from './schema.ts';

/** This file alone knows which engine runs: everything else speaks Kysely. */
export type EngineName = 'sqlite' | 'postgres';

export type Engine = {
  name: EngineName;
  /** Changes; on SQLite the one connection that writes. */
  writer: Kysely<Tables>;
  /** Reads that never wait for an open transaction. */
  reader: Kysely<Tables>;
  /** Runs a change as a transaction that does not wait for the disk: a crash may take it back, whole. */
  runNonDurable<T>(change: (writer: Transaction<Tables>) => Promise<T>): Promise<T>;
  /** Whether the database itself lets transactions that end at the same time share a wait for the disk. */
  groupsCommits: boolean;
  ddl: EngineDdl;
  close(): Promise<void>;
};

/** Where the two engines' schema words differ. */
export type EngineDdl = {
  /** A primary key that the database counts up. */
  idType: 'integer' | 'bigint';
  id: (column: ColumnDefinitionBuilder) => ColumnDefinitionBuilder;
  number: 'integer' | 'bigint';
  real: 'real' | 'double precision';
  bytes: 'blob' | 'bytea';
  /** Statements that make a table refuse the named changes. */
  forbid: (table: string, changes: readonly ('update' | 'delete')[]) => RawBuilder<unknown>[];
  /** Statements that run others, joined by semicolons, after each changed row, known as `new`. */
  after: (table: string, change: string, statements: string) => RawBuilder<unknown>[];
  /** Statements that undo `after`. */
  dropAfter: (table: string, change: string) => RawBuilder<unknown>[];
  /** Ends a query that keeps its rows from changing until the transaction's end. */
  forShare: '' | ' for share';
};

/** How long SQLite itself may hold up the process for another process's lock, in milliseconds. */
const sqliteBusyMs = 20;
const statementsKept = 500;

/** Prepares each statement once; least recently used ones go first. */
function cacheStatements(database: BetterSqlite.Database): SqliteDatabase {
  const kept = new Map<string, BetterSqlite.Statement>();
  return {
    close: () => {},
    prepare(text: string) {
      let statement = kept.get(text);
      if (statement === undefined) {
        statement = database.prepare(text);
        if (kept.size >= statementsKept) kept.delete(kept.keys().next().value as string);
      } else {
        kept.delete(text);
      }
      kept.set(text, statement);
      return statement as unknown as ReturnType<SqliteDatabase['prepare']>;
    },
  };
}

type PreparedRead = (values: readonly unknown[]) => unknown[];
const preparers = new WeakMap<Kysely<Tables>, (text: string) => PreparedRead>();

/**
 * Prepares a read on a connection that answers at once and is never inside a transaction, past Kysely's queue for
 * connections, which costs more than the read itself (measured: 12 µs of a request's 52); undefined for others.
 */
export function prepareRead(database: Kysely<Tables>, text: string): PreparedRead | undefined {
  return preparers.get(database)?.(text);
}

const quietMs = 1_000;

/**
 * Holds a read transaction open while nobody writes. Reads of this process then share its lock, instead of asking the
 * system to take and to drop one each (measured: 2.7 µs a read instead of 4.8); what they see does not change. It ends
 * before each change of this process, and begins anew every second, so that the log can be folded into the file.
 */
function keepReadLock(file: string): { letGo: () => void; close: () => void } {
  const connection = new BetterSqlite(file, { readonly: true, timeout: 0 });
  let hasWritten = false;
  const letGo = (): void => {
    if (connection.inTransaction) connection.exec('commit');
    hasWritten = true;
  };
  const timer = setInterval(() => {
    const isQuiet = !hasWritten;
    letGo();
    hasWritten = false;
    if (!isQuiet) return;
    try {
      connection.exec('begin');
      // The read that makes the transaction take its lock.
      connection.pragma('schema_version');
    } catch {
      // Whatever stands in the way, reads take their own locks meanwhile, and tell what is wrong with the database.
    }
  }, quietMs).unref();
  const close = (): void => {
    clearInterval(timer);
    connection.close();
  };
  return { letGo, close };
}

/** Takes the write lock when a transaction begins, so that it can only be busy there, before anything was done. */
class ImmediateSqliteDriver extends SqliteDriver {
  readonly #beforeWriting: () => void;

  constructor(database: SqliteDatabase, beforeWriting: () => void) {
    super({ database });
    this.#beforeWriting = beforeWriting;
  }

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    this.#beforeWriting();
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }
}

/** SQLite's schema changes do roll back; told so, Kysely's migrator runs inside the transaction above. */
class TransactionalSqliteAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/**
 * Writes each parameter as `+?`, which means the same: SQLite looks at a bare parameter's value to plan a join, and then
 * prepares the statement anew whenever another value is bound (40 µs instead of 6 for the join behind each request).
 */
class StablePlanCompiler extends SqliteQueryCompiler {
  protected override getCurrentParameterPlaceholder(): string {
    return '+?';
  }
}

class CapstoneSqliteDialect implements Dialect {
  readonly #dialect: SqliteDialect;
  readonly #database: SqliteDatabase;
  readonly #beforeWriting: () => void;

  constructor(database: SqliteDatabase, beforeWriting: () => void) {
    this.#database = database;
    this.#beforeWriting = beforeWriting;
    this.#dialect = new SqliteDialect({ database });
  }

  createDriver(): Driver {
    return new ImmediateSqliteDriver(this.#database, this.#beforeWriting);
  }

  createQueryCompiler(): QueryCompiler {
    return new StablePlanCompiler();
  }

  createAdapter(): DialectAdapter {
    return new TransactionalSqliteAdapter();
  }

  createIntrospector(database: Kysely<never>): DatabaseIntrospector {
    return this.#dialect.createIntrospector(database);
  }
}

/**
 * Opens the embedded database: WAL, every commit synced, foreign keys enforced.
 * @param file the database file's path; it is made when absent
 */
export function openSqlite(file: string): Engine {
  const writing = new BetterSqlite(file, { timeout: sqliteBusyMs });
  writing.pragma('journal_mode = WAL');
  writing.pragma('synchronous = FULL');
  writing.pragma('foreign_keys = ON');
  const reading = new BetterSqlite(file, { readonly: true, timeout: sqliteBusyMs });
  const keeper = keepReadLock(file);
  const over = (database: BetterSqlite.Database) =>
    new Kysely<Tables>({ dialect: new CapstoneSqliteDialect(cacheStatements(database), keeper.letGo) });
  const writer = over(writing);
  const reader = over(reading);
  preparers.set(reader, (text) => {
    const statement = reading.prepare(text);
    return (values) => statement.all(values);
  });
  return {
    name: 'sqlite',
    writer,
    reader,
    // The one connection is held meanwhile, so that no other change finds it in this mood.
    runNonDurable: (change) =>
      writer.connection().execute(async (connection) => {
        writing.pragma('synchronous = NORMAL');
        try {
          return await connection.transaction().execute(change);
        } finally {
          writing.pragma('synchronous = FULL');
        }
      }),
    groupsCommits: false,
    ddl: sqliteDdl,
    // Kysely closes only what it has used; the writer goes last and folds the log into the database file.
    close: async () => {
      keeper.close();
      reading.close();
      writing.close();
    },
  };
}

const sqliteDdl: EngineDdl = {
  idType: 'integer',
  id: (column) => column.primaryKey().autoIncrement(),
  number: 'integer',
  real: 'real',
  bytes: 'blob',
  forbid: (table, changes) =>
    changes.map((change) =>
      sql.raw(
        `create trigger ${table}_no_${change} before ${change} on ${table} begin select raise(abort, '${table}: ${change} is forbidden'); end`,
      ),
    ),
  after: (table, change, statements) => [
    sql.raw(
      `create trigger ${triggerName(table, change)} after ${change} on ${table} begin ${statements}; end`,
    ),
  ],
  dropAfter: (table, change) => [sql.raw(`drop trigger ${triggerName(table, change)}`)],
  // One transaction writes at a time.
  forShare: '',
};

function triggerName(table: string, change: string): string {
  return `${table}_after_${change.replaceAll(' ', '_')}`;
}

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
      // Statements whose text varies without end stay unnamed, else each connection would keep them all.
      if (this.#names.size >= statementsKept) return undefined;
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
  const database = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
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

const postgresDdl: EngineDdl = {
  idType: 'bigint',
  id: (column) => column.primaryKey().generatedAlwaysAsIdentity(),
  number: 'bigint',
  real: 'double precision',
  bytes: 'bytea',
  forbid: (table, changes) =>
    changes.flatMap((change) => [
      sql.raw(
        `create function ${table}_no_${change}() returns trigger language plpgsql as $$ begin raise exception '${table}: ${change} is forbidden'; end $$`,
      ),
      sql.raw(
        `create trigger ${table}_no_${change} before ${change} on ${table} for each row execute function ${table}_no_${change}()`,
      ),
    ]),
  after: (table, change, statements) => {
    const name = triggerName(table, change);
    return [
      sql.raw(
        `create function ${name}() returns trigger language plpgsql as $$ begin ${statements}; return null; end $$`,
      ),
      sql.raw(`create trigger ${name} after ${change} on ${table} for each row execute function ${name}()`),
    ];
  },
  dropAfter: (table, change) => {
    const name = triggerName(table, change);
    return [sql.raw(`drop trigger ${name} on ${table}`), sql.raw(`drop function ${name}()`)];
  },
  forShare: ' for share',
};

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/** Whether a row was refused because its key is taken. */
export function isUniqueViolation(error: unknown): boolean {
  return ['SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_CONSTRAINT_PRIMARYKEY', '23505'].includes(codeOf(error));
}

/** Whether a transaction met somebody else's lock and may be tried again. */
export function isContention(error: unknown): boolean {
  // 40001 serialization failure, 40P01 deadlock, 55P03 lock not available
  return /^SQLITE_BUSY|^SQLITE_LOCKED|^40001$|^40P01$|^55P03$/.test(codeOf(error));
}

/** Whether the database cannot serve now, for a reason that lies outside of the request. */
export function isUnavailable(error: unknown): boolean {
  if (isContention(error)) return true;
  // 08: connection, 53: resources, 57P: shut down or starting; SQLITE_FULL: no room on the disk
  if (
    /^(08|53|57P)|^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|SQLITE_FULL|SQLITE_IOERR)/.test(
      codeOf(error),
    )
  )
    return true;
  return (
    error instanceof Error &&
    /timeout exceeded when trying to connect|Connection terminated/.test(error.message)
  );
}
