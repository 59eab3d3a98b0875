import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '#server/platform/database/database';
import { startPostgres } from '#support/postgres';
import { startS3 } from '#support/s3';
import { numberOption } from '../number-option.ts';
import { submit, type Arrival } from '../rush/submit.ts';
import { startPortal } from '../servers.ts';
import { makeStudents } from '../students.ts';
import { hashFiles, readTables, runCommand, type Home, type Ran } from './run-command.ts';

/**
 * A backup while everybody hands in at the same moment; then everything is wiped and restored, and every row and file
 * compared. The same from SQLite and a folder into PostgreSQL and a bucket, and back.
 */
const count = numberOption('students', 5_000);
const fileBytes = 200 * 1024;
/** Acts of the commands themselves are written down after each backup and restore. */
const ownTables = new Set(['audit_log', 'backups']);
const faults: string[] = [];

const root = mkdtempSync(path.join(tmpdir(), 'capstone-backup-bench-'));
const homeIn = (name: string, shared: Partial<Home> = {}): Home => ({
  DATA_DIR: path.join(root, name),
  DATABASE_URL: '',
  STORAGE_URL: '',
  ...shared,
});
const placeIn = (name: string): string => path.join(root, `backups-${name}`);

function tell(what: string, { code, out, seconds, peakMb }: Ran): void {
  console.log(`${what}: ${seconds.toFixed(1)} s, ${peakMb} MB at most. ${out.at(-1)}`);
  if (code !== 0) faults.push(`${what} ended with ${code}: ${out.slice(0, 5).join(' | ')}`);
}

async function rush(home: Home, place: string): Promise<number> {
  const database = await openDatabase({ dataDir: home.DATA_DIR, databaseUrl: null });
  const students = await makeStudents(database, count);
  await database.close();
  const portal = await startPortal({ ...home, LOG_LEVEL: 'fatal' });
  const agent = new Agent({ keepAlive: true });
  const base = randomBytes(fileBytes);
  let arrived = 0;
  const all = Promise.all(
    students.map((student, n) =>
      submit(agent, new URL(portal.url), student, () => {
        const bytes = Buffer.from(base);
        bytes.writeUInt32BE(n, 0);
        return bytes;
      }).then(
        (arrival: Arrival) => {
          arrived += 1;
          return arrival;
        },
        (error: Error) => void faults.push(error.message),
      ),
    ),
  );
  const isUnderWay = (): boolean => arrived >= count / 10;
  while (!isUnderWay()) await sleep(50);
  const before = arrived;
  const ran = await runCommand(home, 'backup', place);
  tell(`backup while ${arrived - before} of ${count} hand in`, ran);
  await all;
  agent.destroy();
  await portal.stop();
  return arrived;
}

async function restore(what: string, home: Home, from: string, to: string): Promise<void> {
  tell(`restore into ${what}`, await runCommand(home, 'restore', from));
  tell(`fsck of ${what}`, await runCommand(home, 'fsck'));
  tell(`backup of ${what}`, await runCommand(home, 'backup', to));
  const [expected, found] = [readTables(from), readTables(to)];
  const others = [...expected].filter(([name, rows]) => !ownTables.has(name) && found.get(name) !== rows);
  if (others.length > 0) faults.push(`${what}: other rows in ${others.map(([name]) => name).join(', ')}`);
  const [files, filesFound] = [hashFiles(from), hashFiles(to)];
  const damaged = [...filesFound].filter(([name, hash]) => name !== hash);
  if (damaged.length > 0 || filesFound.size > files.size)
    faults.push(`${what}: ${filesFound.size} files for ${files.size}, ${damaged.length} of them damaged`);
  console.log(
    `${what}: ${expected.size} tables and ${filesFound.size} files compared, ${others.length + damaged.length} differ`,
  );
}

const s3 = await startS3();
const postgres = await startPostgres();
try {
  const first = homeIn('first');
  const arrived = await rush(first, placeIn('rush'));
  console.log(`${arrived} receipts`);
  await restore(
    'what the backup under load had',
    homeIn('under-load'),
    placeIn('rush'),
    placeIn('under-load'),
  );

  tell('backup after the rush', await runCommand(first, 'backup', placeIn('whole')));
  tell('rehearsal', await runCommand(first, 'rehearse', placeIn('whole')));
  rmSync(first.DATA_DIR, { recursive: true, force: true });
  await restore('the wiped portal, SQLite and a folder', first, placeIn('whole'), placeIn('again'));
  const shared = homeIn('shared', { DATABASE_URL: postgres.urlOf('postgres'), STORAGE_URL: s3.url });
  await restore('PostgreSQL and a bucket', shared, placeIn('again'), placeIn('moved'));
  await restore('SQLite and a folder, back', homeIn('back'), placeIn('moved'), placeIn('back'));
} finally {
  await postgres.stop();
  await s3.stop();
  rmSync(root, { recursive: true, force: true });
}
for (const fault of faults) console.error(fault);
process.exitCode = faults.length === 0 ? 0 : 1;
