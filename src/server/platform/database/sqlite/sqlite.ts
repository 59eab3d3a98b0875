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
import { isContention, DatabaseReplaced } from '../database-errors.ts';
import { CompiledReader } from '../compiled-query.ts';
import { sqliteDdl } from '../ddl.ts';
import type { Engine, Snapshot, SnapshotRow } from '../engine.ts';
import { findSqliteDamage } from '../find-damage.ts';
import type { Tables } from '../schema.ts';
import { hearFailures, ignoreStatements, observing, type ObserveStatement } from '../slow-queries.ts';
import { openSharedReadLock } from '../shared-read-lock.ts';
import { openSqliteChannel } from './sqlite-channel.ts';

/** Milliseconds, which block the process. */
const busyMs = 20;
/** Milliseconds, while other processes use the file. */
const openingMs = 30_000;
const openingPauseMs = 10;
const maxStatements = 500;

type SqliteStatements = SqliteDatabase & { isInTransaction: () => boolean };

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

/** Locks at the begin, so that only an untouched transaction can be busy. */
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

  /** On a full or failing disk SQLite has rolled back: a second attempt would hide the error. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#isInTransaction()) await super.rollbackTransaction(connection);
  }
}

/** SQLite's DDL is transactional. */
class TransactionalSqliteAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/** Equivalent, but SQLite does not prepare joins again when the value changes (6 µs instead of 40). */
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
 * SQLite does not wait when a read becomes a write. Blocks the process, which is not serving yet.
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

/** World-readable by default; the log takes an existing file's mode. */
function makePrivate(file: string): void {
  try {
    closeSync(openSync(file, 'wx', 0o600));
  } catch {}
}

/** One still being read closes when collected. */
function closeQuietly(connection: BetterSqlite.Database): void {
  try {
    connection.close();
  } catch {
    // Would hide the first error.
  }
}

/** The log grows until it ends. */
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
    // Sets the instant.
    connection.pragma('schema_version');
    return await read({ reader, stream });
  } finally {
    closeQuietly(connection);
  }
}

function watchPlace(file: string): () => void {
  const opened = statSync(file);
  return () => {
    const found = statSync(file, { throwIfNoEntry: false });
    if (found?.ino !== opened.ino || found.dev !== opened.dev)
      throw new DatabaseReplaced(file, found !== undefined);
  };
}

/**
 * WAL, every commit synced, foreign keys enforced. Creates the file.
 * @throws SQLite's busy error after half a minute of others' locks
 */
export function openSqlite(file: string, observeStatement: ObserveStatement = ignoreStatements): Engine {
  const { observe, onFailure } = hearFailures(observeStatement);
  makePrivate(file);
  const writing = new BetterSqlite(file, { timeout: busyMs });
  for (const setting of [
    'journal_mode = WAL',
    'synchronous = FULL',
    'foreign_keys = ON',
    'secure_delete = ON',
  ]) {
    retryWhileOpening(() => writing.pragma(setting));
  }
  const reading = new BetterSqlite(file, { readonly: true, timeout: busyMs });
  // Attaches to the log, which another process may be recovering.
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
    // `synchronous` is per connection, so that is held.
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
    // Kysely closes only what it used; the writer is last and checkpoints the log.
    close: async () => {
      sharedReadLock.close();
      reading.close();
      writing.close();
    },
  };
}
