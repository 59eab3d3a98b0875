import type { FastifyBaseLogger } from 'fastify';
import type { Alarms } from './alarms/alarms.ts';
import type { ConcurrencyLimiter } from './concurrency-limiter.ts';
import type { Database } from './database/database.ts';
import type { EventBus } from './events/event-bus.ts';
import type { FileStore } from './files/file-store.ts';
import type { Lifecycle, Readiness } from './readiness.ts';
import type { Metric } from './metrics/metric-registry.ts';
import type { PasswordHasher } from './passwords/password-hasher.ts';
import type { Secrets } from './settings/sealing.ts';
import type { Settings } from './settings/settings.ts';
import type { Tracing } from './tracing/open-tracing.ts';

/** Created at start and passed, never imported. */
export type AppContext = {
  settings: Settings;
  clock: Clock;
  database: Database;
  events: EventBus;
  files: FileStore;
  uploadLimiter: ConcurrencyLimiter;
  recordLimiter: ConcurrencyLimiter;
  /** Of ZIPs with a batch's files, which take hours on a slow line: students' records never wait for them. */
  filesLimiter: ConcurrencyLimiter;
  passwords: PasswordHasher;
  secrets: Secrets;
  lifecycle: Lifecycle;
  readiness: Readiness;
  metrics: Metric[];
  /** Numbers of receipts that this process gave and has not noted yet, for the system check. */
  givenReceipts: string[];
  alarms: Alarms;
  tracing: Tracing | null;
  log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>;
};

/** Milliseconds since 1970 UTC. */
export type Clock = { now(): number };

export const systemClock: Clock = { now: () => Date.now() };
