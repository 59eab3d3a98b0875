import { makeAlarms } from './alarms/alarms.ts';
import { systemClock, type AppContext } from './context.ts';
import { createConcurrencyLimiter, type ConcurrencyLimits } from './concurrency-limiter.ts';
import { openDatabase } from './database/database.ts';
import { requestLimits, type ConnectionLimits } from './database/engine.ts';
import { openEventBus } from './events/event-bus.ts';
import { prepareDataDir } from './files/data-dir.ts';
import { logSlowQueries } from './database/slow-queries.ts';
import { makeLifecycle, makeReadiness } from './readiness.ts';
import { makePasswordHasher } from './passwords/password-hasher.ts';
import { databaseError, folderError } from './start-errors.ts';
import { announceSlow } from './start-log.ts';
import { openSecrets } from './settings/secrets.ts';
import type { Settings } from './settings/settings.ts';
import { traceStatements } from './tracing/traced-calls.ts';
import type { Tracing, ObserveCall } from './tracing/open-tracing.ts';
import path from 'node:path';
import type { FileStore } from './files/file-store.ts';
import { openLocalStore } from './files/local-store.ts';

/** Queued uploads leave their bytes in the network, so a whole class gets through. */
export function uploadConcurrencyOf(settings: Settings): ConcurrencyLimits {
  return {
    maxConcurrent: settings.uploadsAtOnce,
    maxOfAccount: settings.uploadsAtOnceOfAccount,
    maxQueued: 1_000,
    maxQueuedOfAccount: 100,
    maxWaitMs: 20_000,
    pace: {
      longestMs: settings.uploadLongestMs,
      leastRate: settings.uploadLeastRate,
      leastOverMs: 60_000,
      yieldRate: 32_768,
      measureMs: 5_000,
      sweepMs: 1_000,
    },
  };
}

/** Records read files and compress. */
export function recordConcurrencyOf({ recordsAtOnce }: Pick<Settings, 'recordsAtOnce'>): ConcurrencyLimits {
  return {
    maxConcurrent: recordsAtOnce,
    maxOfAccount: 1,
    maxQueued: 50,
    maxQueuedOfAccount: 1,
    maxWaitMs: 20_000,
  };
}

async function openTracingIfSet({ tracing }: Pick<Settings, 'tracing'>): Promise<Tracing | null> {
  if (tracing === null) return null;
  const { openTracing } = await import('./tracing/open-tracing.ts');
  return openTracing(tracing);
}

/**
 * @param limits of PostgreSQL's connections; by default the server's
 * @throws SettingsError for an unusable folder or database
 */
export async function openContext(
  settings: Settings,
  log: AppContext['log'],
  limits: ConnectionLimits = { ...requestLimits, size: settings.databasePoolSize },
): Promise<AppContext> {
  const { dataDir } = settings;
  const step = <T>(what: string, run: () => Promise<T>): Promise<T> => announceSlow(what, log, run);
  await step(`the folder of DATA_DIR, ${dataDir}`, () => prepareDataDir(dataDir, log));
  let logNow = (): AppContext['log'] => log;
  const tracing = await openTracingIfSet(settings);
  const logSlow = logSlowQueries(settings.slowQueryMs, () => logNow());
  const observe = tracing === null ? logSlow : traceStatements(tracing, settings, logSlow);
  const database = await step('the database', () =>
    openDatabase(settings, (line) => log.warn(line), limits, observe),
  ).catch((error: unknown) => {
    throw databaseError(settings, error);
  });
  const files = await step('the folder of the files', () =>
    openFileStore(settings, log, tracing?.addCall),
  ).catch((error: unknown) => {
    throw folderError(dataDir, error);
  });
  const lifecycle = makeLifecycle();
  const context: AppContext = {
    settings,
    clock: systemClock,
    alarms: makeAlarms({ settings, database, clock: systemClock }, () => context.log),
    database,
    events: openEventBus(database, () => context.log),
    files,
    uploadLimiter: createConcurrencyLimiter(uploadConcurrencyOf(settings)),
    recordLimiter: createConcurrencyLimiter(recordConcurrencyOf(settings)),
    filesLimiter: createConcurrencyLimiter(recordConcurrencyOf(settings)),
    secrets: await openSecrets(settings, log),
    passwords: makePasswordHasher({ threads: settings.passwordThreads }),
    lifecycle,
    readiness: makeReadiness(lifecycle, () => context.log),
    metrics: [],
    givenReceipts: [],
    tracing,
    log,
  };
  logNow = () => context.log;
  return context;
}

export async function closeContext(context: AppContext): Promise<void> {
  await context.alarms.idle();
  await context.passwords.close();
  await context.events.close();
  await context.database.close();
  await context.tracing?.close();
}

export async function openFileStore(
  { dataDir, storage }: Pick<Settings, 'dataDir' | 'storage'>,
  log: Pick<AppContext['log'], 'warn'>,
  observe?: ObserveCall,
): Promise<FileStore> {
  const root = path.join(dataDir, 'files');
  if (storage === null) return openLocalStore(root);
  // The AWS SDK takes 30 MB.
  const { openS3Store } = await import('./files/s3-store.ts');
  return openS3Store(root, storage, log, observe);
}
