import { closeSync, openSync, statSync } from 'node:fs';
import BetterSqlite from 'better-sqlite3';
import {
  CompiledQuery,
  Kysely,
  SqliteAdapter,
  SqliteDialect,
  SqliteDriver,
  SqliteQueryCompiler,
  type DatabaseConnection,
  type DatabaseIntrospector,
  type Dialect,
  type DialectAdapter,
  type Driver,
  type QueryCompiler,
  type SqliteDatabase,
} from 'kysely';
import { LRUCache } from 'lru-cache';
import { isContention } from '../database-errors.ts';
import { CompiledReader } from '../compiled-reader.ts';
import { DatabaseReplaced } from '../database-replaced.ts';
import { sqliteDdl } from '../ddl.ts';
import type { Engine } from '../engine.ts';
import { findSqliteDamage } from '../find-damage.ts';
import type { Tables } from '../schema.ts';
import { hearFailures, ignoreStatements, observing, type ObserveStatement } from '../slow-queries.ts';
import type { Snapshot, SnapshotRow } from '../snapshot.ts';
import { openSharedReadLock } from '../shared-read-lock.ts';
import { openSqliteChannel } from './sqlite-channel.ts';

/** How long SQLite itself may block the process while another process holds a lock, in milliseconds. */
const busyMs = 20;
/** How long opening is tried while other processes open, change or close the same file, in milliseconds. */
const openingMs = 30_000;
const openingPauseMs = 10;
const maxStatements = 500;

type SqliteStatements = SqliteDatabase & { isInTransaction: () => boolean };

/** Prepares each statement once. */
function cacheStatements(database: BetterSqlite.Database): SqliteStatements {
  const statements = new LRUCache<string, BetterSqlite.Statement>({ max: maxStatements });
  return {
    close: () => {},
    isInTransaction: () => database.inTransaction,
    prepare(text: string) {
      let statement = statements.get(text);
      if (statement === undefined) {
        statement = database.prepare(text);
        statements.set(text, statement);
      }
      return statement;
    },
  };
}

type WriteHooks = { beforeWrite: () => void; beforeCommit: () => void };
const noHooks: WriteHooks = { beforeWrite: () => {}, beforeCommit: () => {} };

/** Takes the write lock when a transaction begins, so that it can only be busy there, before anything was done. */
class ImmediateSqliteDriver extends SqliteDriver {
  readonly #beforeWrite: () => void;
  readonly #beforeCommit: () => void;
  readonly #isInTransaction: () => boolean;

  constructor(statements: SqliteStatements, { beforeWrite, beforeCommit }: WriteHooks) {
    super({ database: statements });
    this.#beforeWrite = beforeWrite;
    this.#beforeCommit = beforeCommit;
    this.#isInTransaction = statements.isInTransaction;
  }

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    this.#beforeWrite();
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    this.#beforeCommit();
    await super.commitTransaction(connection);
  }

  /** A full or failing disk makes SQLite roll back by itself: a second rollback would only hide the first error. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#isInTransaction()) await super.rollbackTransaction(connection);
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
 * prepares the statement again whenever another value is bound (40 µs instead of 6 for the join behind each request).
 */
class StablePlanCompiler extends SqliteQueryCompiler {
  protected override getCurrentParameterPlaceholder(): string {
    return '+?';
  }
}

class CapstoneSqliteDialect implements Dialect {
  readonly #database: SqliteStatements;
  readonly #hooks: WriteHooks;

  constructor(database: SqliteStatements, hooks: WriteHooks) {
    this.#database = database;
    this.#hooks = hooks;
  }

  createDriver(): Driver {
    return new ImmediateSqliteDriver(this.#database, this.#hooks);
  }

  createQueryCompiler(): QueryCompiler {
    return new StablePlanCompiler();
  }

  createAdapter(): DialectAdapter {
    return new TransactionalSqliteAdapter();
  }

  createIntrospector(database: Kysely<never>): DatabaseIntrospector {
    return new SqliteDialect({ database: this.#database }).createIntrospector(database);
  }
}

/**
 * Retries a step of opening while another process is in its way. SQLite does not wait for the lock by itself when a
 * read becomes a write, as in the change to WAL. The process blocks meanwhile: it serves no requests yet.
 * @throws SQLite's busy error after `openingMs`
 */
function retryWhileOpening(step: () => unknown): void {
  const giveUpAt = performance.now() + openingMs;
  const never = new Int32Array(new SharedArrayBuffer(4));
  for (;;) {
    try {
      step();
      return;
    } catch (error) {
      if (!isContention(error) || performance.now() > giveUpAt) throw error;
    }
    Atomics.wait(never, 0, 0, openingPauseMs);
  }
}

/** SQLite makes files that everybody may read; the log and its index get the mode of the file that is there already. */
function makePrivate(file: string): void {
  try {
    closeSync(openSync(file, 'wx', 0o600));
  } catch {
    // It is there, or cannot be: SQLite says why.
  }
}

/** Closes a connection; one that is still read from, after a failure, is closed when it is collected. */
function closeQuietly(connection: BetterSqlite.Database): void {
  try {
    connection.close();
  } catch {
    // It would hide why the reading has failed.
  }
}

/** A read transaction on a connection of its own; the log grows meanwhile, and is folded in afterwards. */
async function readSnapshot<T>(file: string, read: (snapshot: Snapshot) => Promise<T>): Promise<T> {
  const connection = new BetterSqlite(file, { readonly: true, timeout: openingMs });
  const reader = new Kysely<Tables>({
    dialect: new CapstoneSqliteDialect(cacheStatements(connection), noHooks),
  });
  async function* stream(text: string, atOnce: number): AsyncGenerator<SnapshotRow[]> {
    let rows: SnapshotRow[] = [];
    for (const row of connection.prepare(text).iterate()) {
      rows.push(row as SnapshotRow);
      if (rows.length < atOnce) continue;
      yield rows;
      rows = [];
    }
    if (rows.length > 0) yield rows;
  }
  try {
    connection.exec('begin');
    // The instant is that of the first read.
    connection.pragma('schema_version');
    return await read({ reader, stream });
  } finally {
    closeQuietly(connection);
  }
}

/** @returns what throws when the file of a path is no longer the one that was there */
function watchPlace(file: string): () => void {
  const opened = statSync(file);
  return () => {
    const found = statSync(file, { throwIfNoEntry: false });
    if (found?.ino !== opened.ino || found.dev !== opened.dev)
      throw new DatabaseReplaced(file, found !== undefined);
  };
}

/**
 * Opens the embedded database: WAL, every commit synced, foreign keys enforced.
 * @param file the database file's path; it is made when absent
 * @param observe hears of each statement
 * @throws SQLite's busy error when other processes keep the file locked for half a minute
 */
export function openSqlite(file: string, observeStatement: ObserveStatement = ignoreStatements): Engine {
  const { observe, onFailure } = hearFailures(observeStatement);
  makePrivate(file);
  const writing = new BetterSqlite(file, { timeout: busyMs });
  for (const setting of [
    'journal_mode = WAL',
    'synchronous = FULL',
    'foreign_keys = ON',
    // What is erased is no more in the file either.
    'secure_delete = ON',
  ]) {
    retryWhileOpening(() => writing.pragma(setting));
  }
  const reading = new BetterSqlite(file, { readonly: true, timeout: busyMs });
  // The first read attaches the connection to the log, which another process may be recovering.
  retryWhileOpening(() => reading.pragma('schema_version'));
  const requireInPlace = watchPlace(file);
  const sharedReadLock = openSharedReadLock(file);
  const hooks = { beforeWrite: sharedReadLock.release, beforeCommit: requireInPlace };
  const writer = new Kysely<Tables>({
    dialect: new CapstoneSqliteDialect(cacheStatements(writing), hooks),
    log: observing(observe),
  });
  const readStatements = cacheStatements(reading);
  return {
    name: 'sqlite',
    writer,
    reader: new CompiledReader(
      new CapstoneSqliteDialect(readStatements, hooks),
      (text, parameters) => readStatements.prepare(text).all(parameters),
      observe,
    ),
    // `synchronous` belongs to the connection, which is held until it is set back: no other transaction runs on it.
    runNonDurable: (change) =>
      writer.connection().execute(async (connection) => {
        writing.pragma('synchronous = NORMAL');
        try {
          return await connection.transaction().execute(change);
        } finally {
          writing.pragma('synchronous = FULL');
        }
      }),
    snapshot: (read) => readSnapshot(file, read),
    foldLog: () =>
      writer
        .connection()
        .execute(async () => writing.pragma('wal_checkpoint(TRUNCATE)', { simple: true }) === 0),
    groupsCommits: false,
    pool: () => null,
    ddl: sqliteDdl,
    onFailure,
    findDamage: (depth) => findSqliteDamage(file, depth),
    requireInPlace,
    openChannel: (ears) => openSqliteChannel(writing, ears),
    // Kysely closes only what it has used; the writer goes last and folds the log into the database file.
    close: async () => {
      sharedReadLock.close();
      reading.close();
      writing.close();
    },
  };
}
