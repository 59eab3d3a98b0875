import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql, type Kysely, type Transaction } from 'kysely';
import { type Topic, announcedIn } from './announce.ts';
import { makeFolder } from '../files/local-folders.ts';
import type { Settings } from '../settings/settings.ts';
import { makeWriteMonitor, type WriteMonitor } from '../write-monitor.ts';
import { watchDamage, type DamageWatch } from './damage-watch.ts';
import { isContention, isUnwritable, DatabaseReplaced, NotUtf8 } from './database-errors.ts';
import { requestLimits, type ConnectionLimits, type Engine, type EngineName } from './engine.ts';
import { makeGroupCommit } from './group-commit.ts';
import { migrate, steps } from './migrate.ts';
import { isSqliteBlank, refuseToBeginBeside } from './missing-database.ts';
import { readStepsDone } from './schema-step.ts';
import type { Tables } from './schema.ts';
import { ignoreStatements, type ObserveStatement } from './slow-queries.ts';
import { openSqlite } from './sqlite/sqlite.ts';

export type Reader = Kysely<Tables>;
export type Writer = Transaction<Tables>;

type EngineParts = Pick<Engine, 'reader' | 'snapshot' | 'foldLog' | 'pool' | 'openChannel' | 'close'>;

export type Database = EngineParts & {
  engine: EngineName;
  /** PostgreSQL's disk is shared by all machines. */
  writes: WriteMonitor;
  damage: DamageWatch;
  /** @throws CannotWrite when SQLite's file is no longer at its path */
  requireInPlace(): Promise<void>;
  /**
   * Retries for three seconds while locked; then the engine's busy error (503).
   * @throws CannotWrite when the database is read-only
   */
  transaction<T>(change: (writer: Writer) => Promise<T>): Promise<T>;
  /** Frequent changes share one sync of the disk. */
  groupCommitTransaction<T>(change: (writer: Writer) => Promise<T>): Promise<T>;
  /** A crash may undo the change. */
  nonDurableTransaction<T>(change: (writer: Writer) => Promise<T>): Promise<T>;
  /** After each commit; the transaction ends after what it returns. */
  onAnnounced(publish: (topics: ReadonlySet<Topic>) => Promise<unknown> | undefined): void;
};

const maxLockWaitMs = 3_000;

async function retryWhenBusy<T>(run: () => Promise<T>, lockWaitMs: number): Promise<T> {
  const giveUpAt = performance.now() + lockWaitMs;
  for (let pause = 5; ; pause = Math.min(pause * 2, 200)) {
    try {
      return await run();
    } catch (error) {
      if (!isContention(error) || performance.now() + pause > giveUpAt) throw error;
    }
    await sleep(pause * (0.5 + Math.random()));
  }
}

const cannotSave = {
  message:
    'We cannot save now. This is our problem, not yours. Your text is kept. Try again in a few minutes.',
  retryAfter: 15,
};

/** SQLite skips an update without a change. */
async function writeAgain(writer: Writer): Promise<void> {
  for (const by of [1, -1])
    await writer
      .updateTable('schema_range')
      .set((row) => ({ oldest_program: row('oldest_program', '+', by) }))
      .execute();
}

/** @param lockWaitMs while another process holds the lock */
export function makeDatabase(engine: Engine, lockWaitMs = maxLockWaitMs): Database {
  const writes = makeWriteMonitor({
    isFailure: (error) => isUnwritable(error) || error instanceof DatabaseReplaced,
    refusal: () => cannotSave,
    probe: () => engine.writer.transaction().execute(writeAgain),
  });
  let publish: (topics: ReadonlySet<Topic>) => Promise<unknown> | undefined = () => undefined;
  /** Publishes announced topics after the commit. */
  async function run<T>(
    transact: (change: (writer: Writer) => Promise<T>) => Promise<T>,
    change: (writer: Writer) => Promise<T>,
  ): Promise<T> {
    let committed: Writer | undefined;
    const attempt = () =>
      transact((writer) => {
        committed = writer;
        return change(writer);
      });
    const result = await retryWhenBusy(attempt, lockWaitMs);
    const topics = committed && announcedIn(committed);
    if (topics !== undefined) await publish(topics);
    return result;
  }
  const transact: Database['transaction'] = (change) =>
    run((attempt) => engine.writer.transaction().execute(attempt), change);
  const groupCommit = engine.groupsCommits ? transact : makeGroupCommit(transact);
  return {
    engine: engine.name,
    writes,
    damage: watchDamage(engine),
    requireInPlace: () => writes.run(async () => engine.requireInPlace()),
    reader: engine.reader,
    transaction: (change) => writes.run(() => transact(change)),
    groupCommitTransaction: (change) => writes.run(() => groupCommit(change)),
    snapshot: engine.snapshot,
    foldLog: engine.foldLog,
    pool: engine.pool,
    nonDurableTransaction: (change) =>
      writes.run(() => run((attempt) => engine.runNonDurable(attempt), change)),
    onAnnounced: (listener) => void (publish = listener),
    openChannel: engine.openChannel,
    close: engine.close,
  };
}

/** @throws NotUtf8 */
async function requireUtf8(reader: Kysely<Tables>): Promise<void> {
  const { rows } = await sql<{ server_encoding: string }>`show server_encoding`.execute(reader);
  const encoding = rows[0]?.server_encoding ?? 'unknown';
  if (encoding !== 'UTF8') throw new NotUtf8(encoding);
}

/** Does not migrate. @throws NotUtf8 */
export async function openEngine(
  { databaseUrl, dataDir }: Pick<Settings, 'databaseUrl' | 'dataDir'>,
  limits: ConnectionLimits,
): Promise<Engine> {
  if (databaseUrl === null) {
    await makeFolder(dataDir);
    return openSqlite(path.join(dataDir, 'capstone.sqlite'));
  }
  const { openPostgres } = await import('./postgres/postgres.ts');
  const engine = openPostgres(databaseUrl, limits);
  await requireUtf8(engine.reader).catch(async (error: unknown) => {
    await engine.close();
    throw error;
  });
  return engine;
}

const migrationLimits: ConnectionLimits = { size: 3, statementMs: 0 };

/**
 * @param report hears, in words, what a migration waits for
 * @throws NotUtf8, and what `migrate` throws
 */
export async function openDatabase(
  settings: Pick<Settings, 'databaseUrl' | 'dataDir'>,
  report: (line: string) => void = () => {},
  limits: ConnectionLimits = requestLimits,
  observe: ObserveStatement = ignoreStatements,
): Promise<Database> {
  if (settings.databaseUrl === null) {
    const { dataDir } = settings;
    await makeFolder(dataDir);
    await refuseToBeginBeside(settings, () => isSqliteBlank(dataDir));
    const engine = openSqlite(path.join(dataDir, 'capstone.sqlite'), observe);
    await migrate(engine, steps, report);
    return makeDatabase(engine);
  }
  const { openPostgres } = await import('./postgres/postgres.ts');
  // May take longer than a request.
  const migrating = openPostgres(settings.databaseUrl, migrationLimits);
  try {
    await requireUtf8(migrating.reader);
    await refuseToBeginBeside(settings, async () => (await readStepsDone(migrating.reader)).length === 0);
    await migrate(migrating, steps, report);
  } finally {
    await migrating.close();
  }
  return makeDatabase(openPostgres(settings.databaseUrl, limits, observe));
}
