import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from './clock.ts';
import type { ConcurrencyLimiter } from './concurrency-limiter.ts';
import type { Database } from './database/database.ts';
import type { EventBus } from './events/event-bus.ts';
import type { FileStore } from './files/file-store.ts';
import type { Lifecycle } from './lifecycle.ts';
import type { MetricRegistry } from './metrics/metric-registry.ts';
import type { PasswordHasher } from './passwords/password-hasher.ts';
import type { Readiness } from './readiness.ts';
import type { Secrets } from './settings/sealing.ts';
import type { Settings } from './settings/settings.ts';
import type { Tracing } from './tracing/tracing.ts';

/** The dependencies of every use case; created once at start and passed as an argument, never imported. */
export type AppContext = {
  settings: Settings;
  clock: Clock;
  database: Database;
  events: EventBus;
  files: FileStore;
  /** Bounds the requests of this process that bring files: each holds a socket, a file and a few buffers. */
  uploadLimiter: ConcurrencyLimiter;
  /** Bounds the records that this process packs. */
  recordLimiter: ConcurrencyLimiter;
  passwords: PasswordHasher;
  /** What seals secrets in the database. */
  secrets: Secrets;
  lifecycle: Lifecycle;
  /** What this process needs in order to be given work; whoever brings such a thing adds its check. */
  readiness: Readiness;
  /** What `/metrics` shows; whoever has a figure adds it. */
  metrics: MetricRegistry;
  /** Null where requests are not traced. */
  tracing: Tracing | null;
  log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>;
};
