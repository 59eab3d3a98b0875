import { onTestFinished } from 'vitest';
import type { BackupPlace } from '#server/operations/backups/backup-place';
import { restoreBackup } from '#server/operations/backups/restore-backup';
import { readJournal } from '#server/operations/journal/journal-row';
import { makeShipper } from '#server/operations/journal/ship-journal';
import { makeDatabase } from '#server/platform/database/database';
import { makeFolder, makeHome, makePlace } from './backup-fixture.ts';
import { engineName } from './empty-database.ts';
import { comments, file, makeStudentFixture, week, type StudentFixture } from './student-fixture.ts';

export type Journalled = {
  fixture: StudentFixture;
  place: BackupPlace;
  shipper: ReturnType<typeof makeShipper>;
};

export async function makeJournalled(target = makeFolder('place')): Promise<Journalled> {
  const fixture = await makeStudentFixture(29, { settings: { backupTarget: target } });
  const place = await makePlace(target);
  const shipper = makeShipper(fixture.context);
  onTestFinished(async () => {
    await shipper.giveWay();
    // Its triggers must not stay for the next test: a folded database is not taken again.
    await fixture.context.database.foldLog();
  });
  // Begins a line, then makes the backup under it.
  await shipper.work();
  return { fixture, place, shipper };
}

export const submitFile = async ({ client, url }: StudentFixture, bytes: string, key: string) => {
  const parts = [week('1'), comments(`about ${bytes}`), file(bytes, `${bytes}.txt`)];
  const answer = await client.form(url('uploadWeek'), parts, { 'idempotency-key': key });
  if (answer.status !== 201) throw new Error(`The submission was answered ${answer.status}`);
  return answer.body as { receipt: { number: string } };
};

export const rowOf = async ({ context }: StudentFixture) => {
  const row = await readJournal(context.database.reader);
  if (row === null) throw new Error('There is no journal');
  return row;
};

export async function restoreNewest(place: BackupPlace, engine: 'sqlite' | 'postgres' = engineName) {
  const home = await makeHome(engine, 'folder');
  const [name] = (await place.list()).slice(-1);
  const report = await restoreBackup(home.engine, home.files, place, name as string, { withJournal: true });
  return { ...home, report, database: makeDatabase(home.engine) };
}
