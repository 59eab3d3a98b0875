import type { FastifyBaseLogger } from 'fastify';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { AppContext } from './context.ts';
import { damageAdvice } from './database/damage-watch.ts';
import type { Settings } from './settings/settings.ts';

/** With what to do. */
export function logDamage(
  { damage, engine }: AppContext['database'],
  log: Pick<FastifyBaseLogger, 'fatal'>,
): void {
  damage.onFound(({ cause }) => log.fatal({ cause }, `The database is damaged. ${damageAdvice[engine]}`));
}

/** Whether SQLite was not closed in order. Call it before opening. */
export async function hasOpenLog({
  databaseUrl,
  dataDir,
}: Pick<Settings, 'databaseUrl' | 'dataDir'>): Promise<boolean> {
  if (databaseUrl !== null) return false;
  const found = await stat(path.join(dataDir, 'capstone.sqlite-wal')).catch(() => null);
  return found !== null && found.size > 0;
}

/** Checks the whole database while the portal serves. */
export async function checkAfterCrash({
  database,
  lifecycle,
  log,
}: Pick<AppContext, 'database' | 'lifecycle' | 'log'>): Promise<void> {
  const startedAt = performance.now();
  log.warn('The database was not closed in order, or another process uses it: it is being checked.');
  try {
    if ((await database.damage.look()) === null)
      log.info({ ms: Math.round(performance.now() - startedAt) }, 'the database is sound');
  } catch (error) {
    if (!lifecycle.stopping.aborted) log.warn(error, 'the database could not be checked');
  }
}
