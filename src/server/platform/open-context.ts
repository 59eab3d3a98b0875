import { systemClock } from './clock.ts';
import { createConcurrencyLimiter, type ConcurrencyLimits } from './concurrency-limiter.ts';
import type { AppContext } from './context.ts';
import { openDatabase } from './database/database.ts';
import { openEventBus } from './events/event-bus.ts';
import { openFileStore } from './files/open-file-store.ts';
import { makeLifecycle } from './lifecycle.ts';
import { makePasswordHasher } from './passwords/password-hasher.ts';
import type { Settings } from './settings.ts';

/**
 * Requests that bring files. Those in the queue leave their bytes in the network: a class that sends at the same minute
 * goes through in order, where refused it would have to send everything again. Slow lines may hold slots for long.
 */
export const uploadConcurrency: ConcurrencyLimits = {
  maxConcurrent: 200,
  maxQueued: 1_000,
  maxWaitMs: 20_000,
};

/** Opens everything that use cases work with: the server's start and the operator's commands share it. */
export async function openContext(settings: Settings, log: AppContext['log']): Promise<AppContext> {
  const database = await openDatabase(settings, (line) => log.warn(line));
  const files = await openFileStore(settings, log);
  const context: AppContext = {
    settings,
    clock: systemClock,
    database,
    events: openEventBus(database, () => context.log),
    files,
    uploadLimiter: createConcurrencyLimiter(uploadConcurrency),
    passwords: makePasswordHasher(),
    lifecycle: makeLifecycle(),
    log,
  };
  return context;
}

/** Closes what `openContext` opened. */
export async function closeContext(context: AppContext): Promise<void> {
  await context.passwords.close();
  await context.events.close();
  await context.database.close();
}
