import { expect, onTestFinished } from 'vitest';
import { buildApp } from '#server/app';
import { rehearseBackup } from '#server/operations/backups/rehearse-backup';
import { restoreBackup } from '#server/operations/backups/restore-backup';
import { writeBackup } from '#server/operations/backups/write-backup';
import type { AppContext } from '#server/platform/context';
import { makeDatabase, type Database } from '#server/platform/database/database';
import { makeHome, makePlace } from './backup-fixture.ts';
import { engineName } from './empty-database.ts';
import { makeClient, type Client } from './test-app.ts';

type Restored = { engine: string; database: Database; client: Client };

/** The portal from its own backup, on the test's engine and on SQLite. @param cookie of a login that the backup has */
export async function* restoredPortals(context: AppContext, cookie: string): AsyncGenerator<Restored> {
  const place = await makePlace();
  const { name, faults } = await writeBackup(context, place);
  expect(faults).toEqual([]);
  expect(await rehearseBackup(place, name, () => {})).toMatchObject({ faults: 0 });
  for (const engine of new Set([engineName, 'sqlite'] as const)) {
    const home = await makeHome(engine, 'folder');
    await restoreBackup(home.engine, home.files, place, name);
    const database = makeDatabase(home.engine);
    const app = await buildApp({ ...context, database, files: home.files }, { pages: null });
    onTestFinished(() => app.close());
    const [named, token] = cookie.split('=', 2) as [string, string];
    yield { engine, database, client: makeClient(app, { [named]: token }) };
  }
}
