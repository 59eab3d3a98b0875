import { once } from 'node:events';
import { closeSync, openSync, statSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import BetterSqlite from 'better-sqlite3';
import { Kysely } from 'kysely';
import { isContention, DatabaseReplaced } from '../database-errors.ts';
import { sqliteDdl } from '../ddl.ts';
import type { Channel, ChannelEars, DamageDepth, Engine, Snapshot, SnapshotRow } from '../engine.ts';
import type { Tables } from '../schema.ts';
import { hearFailures, ignoreStatements, observing, type ObserveStatement } from '../slow-queries.ts';
import { cacheStatements, CapstoneSqliteDialect } from './sqlite-connection.ts';

/** Milliseconds, which block the process. */
const busyMs = 20;
/** Milliseconds, while other processes use the file. */
const openingMs = 30_000;
const openingPauseMs = 10;
const pollMs = 1_000;

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
    // It would hide the first error.
  }
}

type Snapshots = { read<T>(read: (snapshot: Snapshot) => Promise<T>): Promise<T>; close(): void };

type SnapshotConnection = { connection: BetterSqlite.Database; reader: Kysely<Tables> };

/** One connection stays open: reading the schema anew takes 10 ms. The log grows until a snapshot ends. */
function openSnapshots(file: string): Snapshots {
  let idle: SnapshotConnection | null = null;
  let isClosed = false;
  function open(): SnapshotConnection {
    const connection = new BetterSqlite(file, { readonly: true, timeout: openingMs });
    const dialect = new CapstoneSqliteDialect(cacheStatements(connection));
    return { connection, reader: new Kysely<Tables>({ dialect }) };
  }
  return {
    async read(read) {
      const taken = idle ?? open();
      idle = null;
      const { connection, reader } = taken;
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
        // The first read sets the instant.
        connection.pragma('schema_version');
        const result = await read({ reader, stream });
        connection.exec('commit');
        if (!isClosed && idle === null) idle = taken;
        return result;
      } finally {
        if (idle !== taken) closeQuietly(connection);
      }
    },
    close() {
      isClosed = true;
      if (idle !== null) closeQuietly(idle.connection);
    },
  };
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
 * Polls `data_version` (shared memory) for commits of other processes; topics stay unknown.
 * @param writing its own commits do not count
 */
function openSqliteChannel(writing: BetterSqlite.Database, { hearAnything }: ChannelEars): Channel {
  const read = (): unknown => writing.pragma('data_version', { simple: true });
  let version = read();
  const timer = setInterval(() => {
    let found: unknown;
    try {
      found = read();
    } catch {
      // The next statement reports it.
      return;
    }
    if (found === version) return;
    version = found;
    hearAnything();
  }, pollMs).unref();
  return { send() {}, close: async () => clearInterval(timer) };
}

/** In a thread, since it may take minutes. @returns the first damage in SQLite's words, or null */
async function findDamage(file: string, depth: DamageDepth): Promise<string | null> {
  const worker = new Worker(new URL('./find-damage-worker.ts', import.meta.url), {
    workerData: { file, depth },
  });
  worker.unref();
  const [found] = (await once(worker, 'message')) as [string | null];
  return found;
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
  const snapshots = openSnapshots(file);
  const writer = new Kysely<Tables>({
    dialect: new CapstoneSqliteDialect(cacheStatements(writing), requireInPlace),
    log: observing(observe),
  });
  return {
    name: 'sqlite',
    writer,
    reader: new Kysely<Tables>({
      dialect: new CapstoneSqliteDialect(cacheStatements(reading)),
      log: observing(observe),
    }),
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
    snapshot: snapshots.read,
    foldLog: () =>
      writer
        .connection()
        .execute(async () => writing.pragma('wal_checkpoint(TRUNCATE)', { simple: true }) === 0),
    groupsCommits: false,
    pool: () => null,
    ddl: sqliteDdl,
    onFailure,
    findDamage: (depth) => findDamage(file, depth),
    requireInPlace,
    openChannel: (ears) => openSqliteChannel(writing, ears),
    // Kysely closes only what it used; the writer is last and checkpoints the log.
    close: async () => {
      snapshots.close();
      reading.close();
      writing.close();
    },
  };
}
