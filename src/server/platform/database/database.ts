import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Kysely, Transaction } from 'kysely';
import type { Settings } from '../settings.ts';
import { isContention } from './database-errors.ts';
import type { Engine, EngineName } from './engine.ts';
import { makeGroupCommit } from './group-commit.ts';
import { migrate } from './migrate.ts';
import { openPostgres } from './postgres.ts';
import type { Tables } from './schema.ts';
import { openSqlite } from './sqlite.ts';

export type Reader = Kysely<Tables>;
export type Writer = Transaction<Tables>;

export type Database = {
  engine: EngineName;
  /** For reads outside of a change. */
  reader: Reader;
  /**
   * Runs one change, whole or not at all. While another process holds the lock it is tried again for up to three
   * seconds without holding up this process; then the engine's busy error is thrown, which HTTP answers with 503.
   */
  transaction<T>(change: (writer: Writer) => Promise<T>): Promise<T>;
  /** The same for changes that come in crowds: those that come at the same time share one wait for the disk. */
  groupCommitTransaction<T>(change: (writer: Writer) => Promise<T>): Promise<T>;
  /** The same for a change that a crash may take back: it does not wait until the disk has it. */
  nonDurableTransaction<T>(change: (writer: Writer) => Promise<T>): Promise<T>;
  close(): Promise<void>;
};

const maxLockWaitMs = 3_000;

async function retryWhenBusy<T>(run: () => Promise<T>, lockWaitMs: number): Promise<T> {
  const giveUp = performance.now() + lockWaitMs;
  for (let pause = 5; ; pause = Math.min(pause * 2, 200)) {
    try {
      return await run();
    } catch (error) {
      if (!isContention(error) || performance.now() + pause > giveUp) throw error;
    }
    await sleep(pause * (0.5 + Math.random()));
  }
}

/** @param lockWaitMs how long a change is tried again while another process holds the lock */
export function makeDatabase(engine: Engine, lockWaitMs = maxLockWaitMs): Database {
  const transaction: Database['transaction'] = (change) =>
    retryWhenBusy(() => engine.writer.transaction().execute(change), lockWaitMs);
  return {
    engine: engine.name,
    reader: engine.reader,
    transaction,
    groupCommitTransaction: engine.groupsCommits ? transaction : makeGroupCommit(transaction),
    nonDurableTransaction: (change) => retryWhenBusy(() => engine.runNonDurable(change), lockWaitMs),
    close: () => engine.close(),
  };
}

/** Opens the database that the settings name and brings its schema up to date. */
export async function openDatabase(settings: Pick<Settings, 'databaseUrl' | 'dataDir'>): Promise<Database> {
  let engine: Engine;
  if (settings.databaseUrl !== null) {
    engine = openPostgres(settings.databaseUrl);
  } else {
    mkdirSync(settings.dataDir, { recursive: true });
    engine = openSqlite(path.join(settings.dataDir, 'capstone.sqlite'));
  }
  await migrate(engine);
  return makeDatabase(engine);
}
