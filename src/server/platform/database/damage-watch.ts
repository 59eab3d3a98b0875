import { isDamaged } from './database-errors.ts';
import type { DamageDepth, Engine, EngineName } from './engine.ts';
import type { FastifyBaseLogger } from 'fastify';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { Lifecycle } from '../readiness.ts';
import type { Settings } from '../settings/settings.ts';

/** In the engine's words, until the process ends. */
type Damage = { since: number; cause: string };

export type DamageWatch = {
  found(): Damage | null;
  /** @returns the lasting finding, or null */
  look(depth?: DamageDepth): Promise<string | null>;
  onFound(listener: (damage: Damage) => void): void;
};

/** Damage met by a statement of this process or found by a check. */
export function watchDamage(engine: Pick<Engine, 'onFailure' | 'findDamage'>): DamageWatch {
  let damage: Damage | null = null;
  const listeners: ((damage: Damage) => void)[] = [];
  function note(cause: string): void {
    if (damage !== null) return;
    damage = { since: Date.now(), cause };
    for (const listener of listeners) listener(damage);
  }
  engine.onFailure((error) => {
    if (isDamaged(error)) note((error as Error).message);
  });
  return {
    found: () => damage,
    async look(depth = 'whole') {
      const found = await engine.findDamage(depth);
      if (found !== null) note(found);
      return found;
    },
    onFound: (listener) => void listeners.push(listener),
  };
}

const rest =
  'If that fails, restore the newest backup that passed a test restore. See docs/operating/data-loss.md#the-database-is-damaged';

export const damageAdvice: Record<Engine['name'], string> = {
  sqlite: `Stop the portal and keep a copy of DATA_DIR. Then run npx capstone backup and restore it into an empty folder, which repairs damaged indexes. ${rest}.`,
  postgres: `Check PostgreSQL's log and run pg_amcheck. Repair damaged indexes with reindex. Then restart the portals and run select pg_stat_reset(). ${rest}.`,
};

export function logDamage(
  { damage, engine }: { damage: DamageWatch; engine: EngineName },
  log: Pick<FastifyBaseLogger, 'fatal'>,
): void {
  damage.onFound(({ cause }) => log.fatal({ cause }, `The database is damaged. ${damageAdvice[engine]}`));
}

/** Whether SQLite was not closed in order; call before opening. */
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
}: {
  database: { damage: DamageWatch };
  lifecycle: Lifecycle;
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>;
}): Promise<void> {
  const startedAt = performance.now();
  log.warn('The database was not closed cleanly, or another process uses it. Checking it now.');
  try {
    if ((await database.damage.look()) === null)
      log.info({ ms: Math.round(performance.now() - startedAt) }, 'the database is not damaged');
  } catch (error) {
    if (!lifecycle.stopping.aborted) log.warn(error, 'cannot check the database');
  }
}
