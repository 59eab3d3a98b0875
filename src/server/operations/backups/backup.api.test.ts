import { readFileSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { buildApp } from '#server/app';
import { makeDatabase } from '#server/platform/database/database';
import { migrate, steps } from '#server/platform/database/migrate';
import type { StoredFileInfo } from '#server/platform/files/file-store';
import { listAttachedFiles } from '#server/forum/attachments/attached-files';
import { checkFiles } from '#server/submissions/check-files';
import { CannotWrite } from '#server/platform/write-monitor';
import { recordAuditBacklog } from '../../audit/audit-backlog.ts';
import { changeLines, makeHome, makePlace } from '#support/backup-fixture';
import { engineName } from '#support/empty-database';
import { buildCatalogueFile, buildComment, buildMark, buildQuestion, buildStudent } from '#support/factories';
import { startS3 } from '#support/s3';
import { comments, file, makeStudentFixture, week, type StudentFixture } from '#support/student-fixture';
import { makeClient } from '#support/test-app';
import { backupLines } from '../journal/merge-journal.ts';
import { backupName, manifestName, type BackupPlace } from './backup-place.ts';
import { readManifest, type Manifest } from './parts.ts';
import { listBackups, pruneBackups } from './backup-records.ts';
import { rehearseBackup } from './rehearse-backup.ts';
import { compareRows, restoreBackup, restoreRows } from './restore-backup.ts';
import { writeBackup } from './write-backup.ts';

const oddName = 'Zoë 👩🏽‍💻 “O’Neil” \\ \u2028 \u00A0 ഗോപിക';

const submit = async ({ client, url }: StudentFixture, bytes: string, selectedWeek = '1'): Promise<void> => {
  const parts = [week(selectedWeek), comments(`about ${bytes}\r\n\t"quoted"`), file(bytes, `${bytes}.txt`)];
  const { status } = await client.form(url('uploadWeek'), parts);
  if (status !== 201) throw new Error(`The submission was answered ${status}`);
};

/** A portal with something in many tables, and two submitted files. */
async function makePortal(): Promise<StudentFixture> {
  const fixture = await makeStudentFixture(29);
  const { context, student } = fixture;
  await submit(fixture, 'first');
  await submit(fixture, 'second');
  const [row] = await context.database.reader.selectFrom('submissions').select('id').orderBy('id').execute();
  await buildMark(context, { submission_id: row?.id as number });
  const question = await buildQuestion(context, {
    author_id: student.id,
    batch_id: student.batch_id as number,
  });
  await buildComment(context, { question_id: question.id, author_id: student.id });
  await buildCatalogueFile(context, {
    path: '/images/x.svg',
    content_type: 'image/svg+xml',
    text: '\u0000<svg>\u00FF',
  });
  await context.database.transaction((writer) =>
    recordAuditBacklog(
      writer,
      { engine: engineName, at: fixture.clock.now(), actorId: null, act: 'import-person' },
      sql<never>`(select 'a@example.test' as subject, null as before, '{}' as after, cast(null as integer) as about_id)`,
    ),
  );
  await buildStudent(context, { name: oddName, exit_score: 0.1 + 0.2, phone: '' });
  return fixture;
}

const backUp = (fixture: StudentFixture, place: BackupPlace) => writeBackup(fixture.context, place);

async function storedIn(place: BackupPlace): Promise<StoredFileInfo[]> {
  const found: StoredFileInfo[] = [];
  for await (const stored of place.files.list()) found.push(stored);
  return found;
}

const hashes = async (place: BackupPlace, name: string) =>
  Object.fromEntries(
    (await readManifest(place, name)).tables.map(({ name: table, rows, sha256 }) => [
      table,
      `${rows} ${sha256}`,
    ]),
  );

test('a backup restores into another engine and another kind of store, and from there back, with every row and file', async () => {
  const fixture = await makePortal();
  const { context } = fixture;
  // An id that was given and is gone is given to nobody else.
  const gone = await buildStudent(context, { batch_id: null });
  await context.database.transaction((writer) =>
    writer.deleteFrom('accounts').where('id', '=', gone.id).execute(),
  );
  const [cookie, token] = (await fixture.cookieOf(fixture.student)).split('=', 2) as [string, string];
  const s3 = await startS3();
  onTestFinished(() => s3.stop());
  const [place, inBucket] = [await makePlace(), await makePlace(s3.url)];
  const first = await backUp(fixture, place);
  expect(first).toMatchObject({ files: 2, copiedFiles: 2, faults: [] });

  // With PostgreSQL: by way of SQLite and a folder into PostgreSQL and a bucket.
  const isPostgres = engineName === 'postgres';
  const away = await makeHome('sqlite', isPostgres ? 'folder' : 'bucket');
  const restored = await restoreBackup(away.engine, away.files, place, first.name);
  expect(restored).toMatchObject({ rows: first.rows, files: 2, copiedFiles: 2, lacking: [] });
  const second = await writeBackup(
    { ...context, database: makeDatabase(away.engine), files: away.files },
    inBucket,
  );
  expect(await hashes(inBucket, second.name)).toEqual(await hashes(place, first.name));

  const home = await makeHome(engineName, isPostgres ? 'bucket' : 'folder');
  await restoreBackup(home.engine, home.files, inBucket, second.name);
  const database = makeDatabase(home.engine);
  const ours = { ...context, database, files: home.files };
  const faults: unknown[] = [];
  const report = await checkFiles(ours, { dryRun: true, others: listAttachedFiles }, (finding) =>
    faults.push(finding),
  );
  expect([faults, report.receipts, report.files]).toEqual([[], 2, 2]);

  // It works on where it was left: the session holds, versions and ids go on, derived rows follow, nothing can be changed.
  const app = await buildApp(ours, { pages: null });
  onTestFinished(() => app.close());
  const client = makeClient(app, { [cookie]: token });
  await submit({ ...fixture, client }, 'third');
  const versions = await database.reader.selectFrom('task_progress').select(['task', 'version']).execute();
  expect(versions).toEqual([{ task: 'week-1', version: 3 }]);
  expect((await buildStudent(ours)).id).toBeGreaterThan(gone.id);
  await expect(
    database.transaction((writer) => writer.updateTable('submissions').set({ links: 'x' }).execute()),
  ).rejects.toThrow('submissions: update is forbidden');
  const odd = database.reader
    .selectFrom('accounts')
    .where('name', '=', oddName)
    .select(['exit_score', 'phone']);
  expect(await odd.execute()).toEqual([{ exit_score: 0.1 + 0.2, phone: '' }]);
});

test.runIf(engineName === 'postgres')(
  'a text that only SQLite takes is named by its table, and nothing is restored',
  { tags: 'full' },
  async () => {
    const fixture = await makePortal();
    const place = await makePlace();
    const { name } = await backUp(fixture, place);
    const away = await makeHome('sqlite', 'folder');
    await restoreBackup(away.engine, away.files, place, name);
    await away.engine.writer.insertInto('courses').values({ name: 'NUL \u0000' }).execute();
    const { context } = fixture;
    const odd = await writeBackup(
      { ...context, database: makeDatabase(away.engine), files: away.files },
      place,
    );
    const home = await makeHome('postgres', 'folder');
    await expect(restoreBackup(home.engine, home.files, place, odd.name)).rejects.toThrow(
      /^Rows of courses cannot be restored: /,
    );
    expect(await home.engine.reader.selectFrom('accounts').select('id').execute()).toEqual([]);
  },
);

test(
  'rows and files are those of one instant, whatever people do while the backup is made',
  { tags: 'full' },
  async () => {
    const fixture = await makePortal();
    const place = await makePlace();
    let written = 0;
    const busy: BackupPlace = {
      ...place,
      begin: async (name) => {
        const draft = await place.begin(name);
        return {
          ...draft,
          async write(part, bytes) {
            await draft.write(part, bytes);
            // Between any two tables somebody submits.
            if (written++ < 6) await submit(fixture, `meanwhile ${written}`, '2');
          },
        };
      },
    };
    const { name, faults } = await writeBackup(fixture.context, busy);
    expect([faults, written > 6]).toEqual([[], true]);
    const home = await makeHome('sqlite', 'folder');
    await restoreBackup(home.engine, home.files, place, name);
    const { rows } = await sql<{
      file: string;
    }>`select file_name as file from submissions order by id`.execute(home.engine.reader);
    expect(rows.map((row) => row.file)).toEqual(['first.txt', 'second.txt']);
    const progress = await home.engine.reader
      .selectFrom('task_progress')
      .select(['task', 'version'])
      .execute();
    expect(progress).toEqual([{ task: 'week-1', version: 2 }]);
  },
);

test('a rehearsal names a changed byte in a file and a missing row, and a restore refuses both', async () => {
  const fixture = await makePortal();
  const place = await makePlace();
  const { name } = await backUp(fixture, place);
  const rehearse = async () => {
    const found: string[] = [];
    const { faults } = await rehearseBackup(place, name, (fault) => found.push(fault));
    expect(faults).toBe(found.length);
    return found;
  };
  expect(await rehearse()).toEqual([]);

  const { file_sha256: sha256 } = (await fixture.rows())[0] as { file_sha256: string };
  const stored = path.join(place.shown, 'files', sha256.slice(0, 2), sha256);
  const bytes = readFileSync(stored);
  bytes[0] = (bytes[0] as number) ^ 1;
  writeFileSync(stored, bytes);
  expect(await rehearse()).toEqual([expect.stringContaining(`the bytes of ${sha256} have the SHA-256`)]);
  const home = await makeHome('sqlite', 'folder');
  const restore = () => restoreBackup(home.engine, home.files, place, name, { reuseFiles: true });
  await expect(restore()).rejects.toThrow(`the bytes of ${sha256} have the SHA-256`);
  bytes[0] = (bytes[0] as number) ^ 1;
  writeFileSync(stored, bytes);

  const part = path.join(place.shown, 'backups', name, 'submissions-0001.jsonl.gz');
  const before = readFileSync(part);
  changeLines(part, ([first]) => [first as string]);
  const missing = 'submissions-0001.jsonl.gz has 1 rows instead of 2';
  expect(await rehearse()).toEqual([missing]);
  await expect(restore()).rejects.toThrow(missing);
  changeLines(part, ([first]) => [first as string, first as string]);
  expect(await rehearse()).toEqual([expect.stringMatching(/^submissions-0001.jsonl.gz has the SHA-256/)]);
  writeFileSync(part, before.subarray(0, 100));
  expect(await rehearse()).toEqual([expect.stringContaining('cannot be unpacked')]);
  writeFileSync(part, before);

  await restore();
  const fresh = await makeHome('sqlite', 'folder');
  await expect(restoreBackup(fresh.engine, home.files, place, name)).rejects.toThrow(
    'The file storage is not empty',
  );
  await expect(restoreBackup(home.engine, fresh.files, place, name)).rejects.toThrow(
    'The database is not empty: there are rows in accounts',
  );
});

test('a restore takes what this version knows, into a blank database alone', async () => {
  const fixture = await makePortal();
  const place = await makePlace();
  const { name } = await backUp(fixture, place);
  const file = path.join(place.shown, 'backups', name, manifestName);
  const written = readFileSync(file, 'utf8');
  const home = await makeHome('sqlite', 'folder');
  const restore = () => restoreBackup(home.engine, home.files, place, name);
  const change = (changed: object) =>
    writeFileSync(file, JSON.stringify({ ...(JSON.parse(written) as Manifest), ...changed }));
  change({ steps: [...Object.keys(steps), '9999-later'] });
  await expect(restore()).rejects.toThrow('made by a later version of the portal, with the migration 9999');
  change({ format: 2 });
  await expect(restore()).rejects.toThrow('was made by a later version of the portal');
  change({ tables: null });
  await expect(restore()).rejects.toThrow('was changed or is incomplete');
  // Version 1.0.0 copies tables of the journal, which it does not know.
  const unknown = { name: 'journal', columns: ['id'], rows: 1, sha256: '', parts: [] };
  change({ tables: [...(JSON.parse(written) as Manifest).tables, unknown] });
  const other = await makeHome('sqlite', 'folder');
  await migrate(other.engine, { ...steps, '9999-other': () => ({ async up() {} }) });
  await expect(restoreBackup(other.engine, other.files, place, name)).rejects.toThrow(
    'The database is empty, but its schema is at 9999-other',
  );
  await restore();
  // Somebody else's rows came in once the database had been found to be empty.
  const rows = restoreRows(home.engine, await readManifest(place, name), backupLines(place.reader(name)));
  await expect(rows).rejects.toThrow('The database is not empty');
});

test('a comparison names each row that is missing, changed or unexpected', async () => {
  const fixture = await makePortal();
  const place = await makePlace();
  const { name } = await backUp(fixture, place);
  const { context, student } = fixture;
  const manifest = await readManifest(place, name);
  await context.database.transaction(async (writer) => {
    await writer.updateTable('accounts').set({ grade: 'A' }).where('id', '=', student.id).execute();
    await writer.deleteFrom('catalogue_files').execute();
    await writer.insertInto('courses').values({ name: 'Added since' }).execute();
  });
  const found: string[] = [];
  await compareRows(fixture.engine, manifest, backupLines(place.reader(name)), ({ table, key, kind }) =>
    found.push(`${table} ${key} ${kind}`),
  );
  const ids = await context.database.reader
    .selectFrom('courses')
    .select('id')
    .orderBy('id', 'desc')
    .execute();
  // The backup itself has left a line of each.
  expect(found).toEqual([
    `accounts ${student.id} changed`,
    'audit_log 2 unexpected',
    'backups 1 unexpected',
    'catalogue_files /images/x.svg missing',
    `courses ${ids[0]?.id} unexpected`,
  ]);
});

test('the newest backup has the last name, and is kept, also where the clock went back', async () => {
  const fixture = await makePortal();
  const place = await makePlace();
  const first = await backUp(fixture, place);
  fixture.clock.advance(-1_800_000);
  await submit(fixture, 'third');
  const second = await backUp(fixture, place);
  const third = await backUp(fixture, place);
  expect(await place.list()).toEqual([first.name, second.name, third.name]);
  expect((await readManifest(place, second.name)).made_at).toBe(new Date(fixture.clock.now()).toISOString());
  expect(await pruneBackups(fixture.context, place, 1)).toMatchObject({
    backups: [first.name, second.name],
  });
  const [newest] = await place.list();
  const home = await makeHome('sqlite', 'folder');
  expect(await restoreBackup(home.engine, home.files, place, newest ?? '')).toMatchObject({ files: 3 });
});

test('the next backup copies only new files; of those beyond the number that is kept, what nobody else needs goes', async () => {
  const fixture = await makePortal();
  const { context } = fixture;
  const place = await makePlace();
  const first = await backUp(fixture, place);
  await submit(fixture, 'third', '2');
  const second = await backUp(fixture, place);
  expect(second).toMatchObject({ files: 3, copiedFiles: 1, copiedBytes: 5 });

  await (await place.files.stage(Readable.from([Buffer.from('nobodys')]), 10)).keep();
  const [stray] = (await storedIn(place)).filter(({ bytes }) => bytes === 7);
  const strayFile = path.join(
    place.shown,
    'files',
    stray?.sha256.slice(0, 2) as string,
    stray?.sha256 as string,
  );
  utimesSync(strayFile, 1, 1);
  expect(await pruneBackups(context, place, 2)).toEqual({ backups: [], files: 0 });
  expect(await place.list()).toEqual([first.name, second.name]);
  // One that is being made may count on files that no other names.
  const draft = await place.begin(backupName(Date.now()));
  expect(await pruneBackups(context, place, 1)).toEqual({ backups: [first.name], files: 0 });
  await draft.abandon();
  const third = await backUp(fixture, place);
  expect(await pruneBackups(context, place, 1)).toEqual({ backups: [second.name], files: 1 });
  expect(await place.list()).toEqual([third.name]);
  expect((await storedIn(place)).length).toBe(3);
  expect((await listBackups(context.database.reader)).map(({ name }) => name)).toEqual([third.name]);
});

test(
  'a file that the portal has lost hinders no other, and is named until nobody has it',
  { tags: 'full' },
  async () => {
    const fixture = await makePortal();
    const { context, dataDir } = fixture;
    const place = await makePlace();
    const { file_sha256: sha256 } = (await fixture.rows())[0] as { file_sha256: string };
    writeFileSync(path.join(dataDir, 'files', sha256.slice(0, 2), sha256), 'short');
    const { name, faults } = await backUp(fixture, place);
    const why = expect.stringContaining(`the bytes of ${sha256} have the SHA-256`) as string;
    expect(faults).toEqual([{ sha256, why, isInUse: true }]);
    const home = await makeHome('sqlite', 'folder');
    expect((await restoreBackup(home.engine, home.files, place, name)).lacking).toEqual([sha256]);
    expect((await listBackups(context.database.reader))[0]).toMatchObject({ faults: 1, files: 2 });
  },
);

test('a backup that fails leaves nothing behind', async () => {
  const fixture = await makePortal();
  const place = await makePlace();
  const broken: BackupPlace = {
    ...place,
    begin: async (name) => {
      const draft = await place.begin(name);
      return { ...draft, finish: () => Promise.reject(new Error('no room')) };
    },
  };
  await expect(writeBackup(fixture.context, broken)).rejects.toThrow('no room');
  expect(await place.list()).toEqual([]);
  expect(await place.clearUnfinished(0), 'one that was begun').toBe(false);
  expect(await listBackups(fixture.context.database.reader)).toEqual([]);
});

test.each(['folder', 'bucket'])(
  'a file that is damaged in a %s of backups is copied again after a rehearsal',
  { tags: 'full' },
  async (kind) => {
    const fixture = await makePortal();
    const s3 = kind === 'bucket' ? await startS3() : null;
    if (s3 !== null) onTestFinished(() => s3.stop());
    const place = await makePlace(s3?.url);
    const { name } = await backUp(fixture, place);
    const { file_sha256: sha256 } = (await fixture.rows())[0] as { file_sha256: string };
    const stored =
      s3 === null
        ? path.join(place.shown, 'files', sha256.slice(0, 2), sha256)
        : s3.pathOf(`files/${sha256}`);
    const bytes = readFileSync(stored);
    bytes[0] = (bytes[0] as number) ^ 1;
    writeFileSync(stored, bytes);
    expect(await backUp(fixture, place), 'its size is right').toMatchObject({ copiedFiles: 0 });
    const home = await makeHome('sqlite', 'folder');
    const restore = (options = {}) => restoreBackup(home.engine, home.files, place, name, options);
    await expect(restore()).rejects.toThrow('--despite-damaged-files restores the others');
    const found: string[] = [];
    await rehearseBackup(place, name, (fault) => found.push(fault));
    expect(found).toEqual([expect.stringMatching(`${sha256} have .*; the next backup will copy it again`)]);
    expect(await restore({ reuseFiles: true, despiteDamagedFiles: true })).toMatchObject({
      damaged: [expect.stringContaining(sha256)],
    });
    expect((await home.engine.reader.selectFrom('submissions').select('id').execute()).length).toBe(2);

    expect(await backUp(fixture, place)).toMatchObject({ copiedFiles: 1, faults: [] });
    expect(await rehearseBackup(place, name, (fault) => found.push(fault))).toMatchObject({ faults: 0 });
    expect(await backUp(fixture, place)).toMatchObject({ copiedFiles: 0 });
  },
);

test.each(['accounts-0001.jsonl.gz', 'manifest.json'])(
  'a place without room is named, where %s cannot be written',
  { tags: 'full' },
  async (part) => {
    const fixture = await makePortal();
    // More rows than are read at once: the reading is still under way.
    for (let n = 0; n < 230; n += 1) await buildStudent(fixture.context);
    const place = await makePlace();
    const full: BackupPlace = {
      ...place,
      begin: async (name) => {
        const draft = await place.begin(name);
        const refuse = () =>
          Promise.reject(Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' }));
        return {
          ...draft,
          write: async (named, bytes) => {
            if (named !== part) return draft.write(named, bytes);
            for await (const _ of bytes) break;
            return refuse();
          },
          finish: (manifest) => (part === 'manifest.json' ? refuse() : draft.finish(manifest)),
        };
      },
    };
    await expect(writeBackup(fixture.context, full)).rejects.toThrow(
      `There is no room in ${place.shown} (ENOSPC`,
    );
    expect(await place.list()).toEqual([]);
    const other = await makePlace();
    const noFiles: BackupPlace = {
      ...other,
      files: {
        ...other.files,
        stage: () =>
          Promise.reject(new CannotWrite('No room', 1, Object.assign(new Error('x'), { code: 'EDQUOT' }))),
      },
    };
    await expect(writeBackup(fixture.context, noFiles)).rejects.toThrow(`There is no room in ${other.shown}`);
  },
);
