import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from './clock.ts';
import type { Database } from './database/database.ts';
import type { FileStore } from './files/file-store.ts';
import type { PasswordHasher } from './passwords/password-hasher.ts';
import type { Settings } from './settings.ts';

/** What every use case works with; made once at start and handed on, never reached for. */
export type AppContext = {
  settings: Settings;
  clock: Clock;
  database: Database;
  files: FileStore;
  passwords: PasswordHasher;
  log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>;
};
