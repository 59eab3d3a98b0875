import { rmSync } from 'node:fs';
import path from 'node:path';
import { openDatabase } from '#server/platform/database/database';
import { startPostgres } from '#support/postgres';
import { startS3 } from '#support/s3';
import { makeFolder } from '../engines.ts';
import { readOptions } from '../options.ts';
import { endRun, expectBar } from '../report.ts';
import { makeClass } from '../students.ts';
import { hashFiles, readTables, runCommand, type Home, type Ran } from './run-command.ts';
import { rush } from './rush.ts';

/**
 * A backup while everybody submits at the same moment; then everything is wiped and restored, and every row and file
 * compared: from SQLite and a folder into PostgreSQL and a bucket, and back. `--rush`: only the rush, without a backup.
 */
const options = readOptions({ students: 5_000, rush: false });
/** The commands record themselves in these after each backup and restore. */
const ownTables = new Set(['audit_log', 'backups']);

const root = makeFolder('backup');
const homeIn = (name: string, shared: Partial<Home> = {}): Home => ({
  DATA_DIR: path.join(root, name),
  DATABASE_URL: '',
  STORAGE_URL: '',
  ...shared,
});
const placeIn = (name: string): string => path.join(root, `backups-${name}`);

function tell(what: string, { code, out, seconds, peakMb }: Ran): void {
  console.log(`${what}: ${seconds.toFixed(1)} s, ${peakMb} MB at most. ${out.at(-1)}`);
  expectBar(code === 0, `${what} ended with ${code}: ${out.slice(0, 5).join(' | ')}`);
}

/** None is lost and none doubled: each student has one version, and every file is read and compared. */
async function verifyRush(home: Home): Promise<void> {
  const database = await openDatabase({ dataDir: home.DATA_DIR, databaseUrl: null });
  const { versions } = await database.reader
    .selectFrom('submissions')
    .select((of) => of.fn.countAll<number>().as('versions'))
    .executeTakeFirstOrThrow();
  await database.close();
  expectBar(versions === options.students, `${versions} versions of ${options.students} students`);
  tell(`fsck of ${versions} versions after the rush`, await runCommand(home, 'fsck'));
}

async function restore(what: string, home: Home, from: string, to: string): Promise<void> {
  tell(`restore into ${what}`, await runCommand(home, 'restore', '--keep-sessions', from));
  tell(`fsck of ${what}`, await runCommand(home, 'fsck'));
  tell(`backup of ${what}`, await runCommand(home, 'backup', to));
  const [expected, found] = [readTables(from), readTables(to)];
  const others = [...expected].filter(([name, rows]) => !ownTables.has(name) && found.get(name) !== rows);
  expectBar(others.length === 0, `${what}: other rows in ${others.map(([name]) => name).join(', ')}`);
  const [files, filesFound] = [hashFiles(from), hashFiles(to)];
  const damaged = [...filesFound].filter(([name, hash]) => name !== hash);
  expectBar(
    damaged.length === 0 && filesFound.size <= files.size,
    `${what}: ${filesFound.size} files for ${files.size}, ${damaged.length} of them damaged`,
  );
  console.log(
    `${what}: ${expected.size} tables and ${filesFound.size} files compared, ${others.length + damaged.length} differ`,
  );
}

async function restoreEverywhere(first: Home): Promise<void> {
  const s3 = await startS3();
  const postgres = await startPostgres();
  const shared = homeIn('shared', { DATABASE_URL: postgres.urlOf('postgres'), STORAGE_URL: s3.url });
  try {
    await restore('the backup under load', homeIn('under-load'), placeIn('rush'), placeIn('under-load'));
    tell('backup after the rush', await runCommand(first, 'backup', placeIn('whole')));
    tell('rehearsal', await runCommand(first, 'rehearse', placeIn('whole')));
    rmSync(first.DATA_DIR, { recursive: true, force: true });
    await restore('the wiped portal, SQLite and a folder', first, placeIn('whole'), placeIn('again'));
    await restore('PostgreSQL and a bucket', shared, placeIn('again'), placeIn('moved'));
    await restore('SQLite and a folder, back', homeIn('back'), placeIn('moved'), placeIn('back'));
  } finally {
    await postgres.stop();
    await s3.stop();
  }
}

const first = homeIn('first');
const database = await openDatabase({ dataDir: first.DATA_DIR, databaseUrl: null });
const { students } = await makeClass(database, options.students);
await database.close();
await rush({ ...first, LOG_LEVEL: 'fatal' }, students, async (arrived) => {
  if (options.rush) return;
  const before = arrived();
  const ran = await runCommand(first, 'backup', placeIn('rush'));
  tell(`backup while ${arrived() - before} of ${options.students} submit`, ran);
});
await verifyRush(first);
if (!options.rush) await restoreEverywhere(first);
endRun();
