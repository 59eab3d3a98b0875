import { readdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { Migrator, type Migration } from 'kysely/migration';
import { isContention, isUniqueViolation } from './database-errors.ts';
import type { Engine, EngineDdl } from './engine.ts';

/** A migration file exports one function, which makes the migration for an engine. */
type Step = (ddl: EngineDdl) => Migration;

const folder = new URL('./migrations/', import.meta.url);

async function readSteps(): Promise<Record<string, Step>> {
  const steps: Record<string, Step> = {};
  for (const file of readdirSync(folder).toSorted()) {
    const [step, ...others] = Object.values(
      (await import(new URL(file, folder).href)) as Record<string, Step>,
    );
    if (step === undefined || others.length > 0) throw new Error(`${file} must export one function`);
    steps[file.replace(/\.ts$/, '')] = step;
  }
  return steps;
}

/** The schema's migrations by the names of their files, in order; one that has been released is never changed again. */
export const steps = await readSteps();

/** How long a migration waits for another process's, in milliseconds. */
const waitMs = 30_000;

/**
 * Brings the schema up to date: all pending steps in one transaction that takes the write lock first (SQLite) or an
 * advisory lock (PostgreSQL). Processes that start together wait for each other; one killed midway leaves nothing.
 * @param selected the steps that the schema shall have; tests leave some out or add some
 * @throws the error of the step that failed
 */
export async function migrate(engine: Engine, selected: typeof steps = steps): Promise<void> {
  const migrations = Object.fromEntries(
    Object.entries(selected).map(([name, step]) => [name, step(engine.ddl)]),
  );
  const migrator = new Migrator({
    db: engine.writer,
    provider: { getMigrations: () => Promise.resolve(migrations) },
    migrationTableName: 'migrations',
    migrationLockTableName: 'migration_lock',
  });
  const giveUpAt = performance.now() + waitMs;
  for (;;) {
    const { error } = await migrator.migrateToLatest();
    if (error === undefined) return;
    // The migrator makes its own tables before it locks: two that start together can conflict there too.
    const isContended = isContention(error) || isUniqueViolation(error);
    if (!isContended || performance.now() > giveUpAt) throw error;
    await sleep(50);
  }
}
