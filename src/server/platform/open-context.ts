import { systemClock } from './clock.ts';
import type { AppContext } from './context.ts';
import { openDatabase } from './database/database.ts';
import { openFileStore } from './files/open-file-store.ts';
import { makePasswordHasher } from './passwords/password-hasher.ts';
import type { Settings } from './settings.ts';

/** Opens everything that use cases work with: the server's start and the operator's commands share it. */
export async function openContext(settings: Settings, log: AppContext['log']): Promise<AppContext> {
  const database = await openDatabase(settings);
  const files = await openFileStore(settings, log);
  return { settings, clock: systemClock, database, files, passwords: makePasswordHasher(), log };
}

/** Closes what `openContext` opened. */
export async function closeContext(context: AppContext): Promise<void> {
  await context.passwords.close();
  await context.database.close();
}
