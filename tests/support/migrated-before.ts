import { sql } from 'kysely';
import { onTestFinished } from 'vitest';
import type { Engine } from '#server/platform/database/engine';
import { migrate, steps } from '#server/platform/database/migrate';
import { makeBlankLocation } from './empty-database.ts';
import { openLocation } from './locations.ts';

/** A database as it was before a step of the schema, for the running test. @param step such as `0106` */
export async function migratedBefore(
  step: string,
): Promise<{ engine: Engine; run(statement: string): Promise<unknown>; migrate(): Promise<void> }> {
  const { location, drop } = await makeBlankLocation();
  const engine = openLocation(location);
  onTestFinished(async () => {
    await engine.close();
    await drop();
  });
  await migrate(engine, Object.fromEntries(Object.entries(steps).filter(([name]) => name < step)));
  return {
    engine,
    run: (statement) => sql.raw(statement).execute(engine.writer),
    migrate: () => migrate(engine),
  };
}
