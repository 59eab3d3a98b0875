import { sql } from 'kysely';
import {
  closeSync,
  copyFileSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { describe, expect, inject, onTestFinished, test, vi } from 'vitest';
import { buildApp } from '#server/app';
import { sessionCookieName } from '#server/accounts/sessions/cookies';
import { beginSession } from '#server/accounts/sessions/sessions';
import { readManifest } from '#server/operations/backups/parts';
import { listBackups } from '#server/operations/backups/backup-records';
import { rehearseBackup } from '#server/operations/backups/rehearse-backup';
import { restoreBackup } from '#server/operations/backups/restore-backup';
import { writeBackup } from '#server/operations/backups/write-backup';
import { runChecks } from '#server/operations/system-check/run-checks';
import { closeContext, openContext } from '#server/platform/open-context';
import { checkAfterCrash, hasOpenLog } from '#server/platform/database/damage-watch';
import { readSettings } from '#server/platform/settings/settings';
import { makeFolder, makeHome, makePlace } from '#support/backup-fixture';
import { engineName } from '#support/empty-database';
import { buildSelection, buildStudent, buildSubmission } from '#support/factories';
import { recordLog } from '#support/record-log';
import { comments, week } from '#support/student-fixture';
import { makeClient, makeTestApp } from '#support/test-app';

const quiet = { info() {}, warn() {}, error() {} };
const open = (dataDir: string) => openContext({ ...readSettings({}), dataDir }, quiet);

/** Overwrites a page of an index or table that is small enough to have only one. */
function zeroPageOf(dataDir: string, name: string): void {
  const file = path.join(dataDir, 'capstone.sqlite');
  const database = new BetterSqlite(file);
  const [page] = database.prepare('select rootpage from sqlite_schema where name = ?').pluck().all(name) as [
    number,
  ];
  const [bytes] = database.prepare('select page_size from pragma_page_size').pluck().all() as [number];
  database.close();
  const descriptor = openSync(file, 'r+');
  writeSync(descriptor, Buffer.alloc(bytes), 0, bytes, (page - 1) * bytes);
  closeSync(descriptor);
}

/** Changes a row while SQLite does not know that its table has an index: there are as many entries as rows, and one is wrong. */
function changeRowBehindIndex(dataDir: string): void {
  const file = path.join(dataDir, 'capstone.sqlite');
  const change = (act: (database: BetterSqlite.Database) => void): void => {
    const database = new BetterSqlite(file);
    database.unsafeMode(true);
    database.pragma('writable_schema = 1');
    act(database);
    database.close();
  };
  let index: unknown[] = [];
  change((database) => {
    database.exec("insert into rate_limit_hits (kind, subject, at) values ('signup-address', 'x', 1)");
    const where =
      "from sqlite_schema where type = 'index' and tbl_name = 'rate_limit_hits' and sql is not null";
    index = database.prepare(`select type, name, tbl_name, rootpage, sql ${where}`).raw().get() as unknown[];
    database.exec(`delete ${where}`);
  });
  change((database) => {
    database.exec("update rate_limit_hits set subject = 'y'");
    database
      .prepare('insert into sqlite_schema (type, name, tbl_name, rootpage, sql) values (?, ?, ?, ?, ?)')
      .run(...index);
  });
}

/** A portal with a student who has submitted, opened again after something was done to its folder. */
async function reopen(harm: (dataDir: string) => void) {
  const dataDir = makeFolder('damaged');
  copyFileSync(inject('emptySqlite'), path.join(dataDir, 'capstone.sqlite'));
  const before = await open(dataDir);
  const student = await buildStudent(before);
  await buildSelection(before, { account_id: student.id, started_at: Date.now() - 8 * 86_400_000 });
  await buildSubmission(before, { account_id: student.id });
  const token = await before.database.transaction((writer) => beginSession(writer, student.id, Date.now()));
  await closeContext(before);
  harm(dataDir);
  const { lines, logger } = recordLog();
  const context = await open(dataDir);
  const app = await buildApp(context, { logger, pages: null });
  context.log = app.log;
  onTestFinished(async () => {
    await app.close();
    await closeContext(context);
  });
  const client = makeClient(app, { [sessionCookieName(context.settings)]: token });
  const submit = () =>
    client.form(`/api/students/uploadWeek/${student.email}`, [week('1'), comments('Words')]);
  return { dataDir, context, app, client, submit, lines };
}

const databaseLine = async (context: Parameters<typeof runChecks>[0]) =>
  (await runChecks(context)).find(({ id }) => id === 'database');

describe.runIf(engineName === 'sqlite')('a damaged SQLite file', () => {
  test('is a 503 in words, its own cause, one fatal line, and a machine that takes no work', async () => {
    const { client, submit, app, lines } = await reopen((folder) => zeroPageOf(folder, 'submissions_newest'));
    expect((await client.get('/api/ready')).status).toBe(200);
    for (let n = 0; n < 2; n += 1)
      expect(await submit()).toMatchObject({
        status: 503,
        body: { code: 'busy', message: expect.stringContaining('This is our problem') },
      });
    expect([...app.failures]).toEqual([['damaged', 2]]);
    const fatal = lines.filter(({ level }) => level === 60);
    expect(fatal).toMatchObject([
      { msg: expect.stringMatching(/^The database is damaged\. Stop the portal/) },
    ]);
    // The check's former result is kept for a second.
    await expect
      .poll(async () => (await client.get('/api/ready')).body)
      .toMatchObject({ status: 'unavailable', checks: { database: 'failing' } });
  });

  test.each([
    ['a zeroed page of an index', 'submissions_newest'],
    ['a zeroed page of a table', 'sessions'],
  ])('%s is found by looking', async (_, name) => {
    const { context, lines } = await reopen((folder) => zeroPageOf(folder, name));
    expect(await databaseLine(context)).toMatchObject({
      state: 'fail',
      found: expect.stringMatching(/it is damaged \(.+\)$/),
      todo: expect.stringContaining('npx capstone backup'),
    });
    expect(lines.filter(({ level }) => level === 60)).toHaveLength(1);
  });

  test('bytes that no page notices are found by comparing indexes with tables', async () => {
    const { context } = await reopen(changeRowBehindIndex);
    expect(await databaseLine(context)).toMatchObject({ state: 'fail' });
  });

  test('is found by itself after a crash', async () => {
    const { context, lines, app, dataDir } = await reopen((folder) =>
      zeroPageOf(folder, 'submissions_newest'),
    );
    await context.database.writes.probe();
    expect(await hasOpenLog({ databaseUrl: null, dataDir }), 'a probe writes').toBe(true);
    expect(await hasOpenLog({ databaseUrl: null, dataDir: makeFolder('new') })).toBe(false);
    await checkAfterCrash({ ...context, log: app.log });
    expect(lines.map(({ level, msg }) => [level, msg])).toEqual([
      [40, expect.stringMatching(/^The database was not closed cleanly/)],
      [60, expect.stringMatching(/^The database is damaged/)],
    ]);
  });

  test('is backed up as far as it can be read, which is marked, and cured by restoring that', async () => {
    const { context } = await reopen((folder) => zeroPageOf(folder, 'submissions_newest'));
    const place = await makePlace();
    const report = await writeBackup(context, place);
    expect(report.damage).toEqual(expect.any(String));
    expect((await readManifest(place, report.name)).damage).toBe(report.damage);
    expect(await listBackups(context.database.reader), 'it is none to count on').toEqual([]);
    const told: string[] = [];
    expect((await rehearseBackup(place, report.name, (fault) => told.push(fault))).faults).toBe(1);
    expect(told).toEqual([expect.stringMatching(/^The database was damaged when/)]);
    const home = await makeHome('sqlite', 'folder');
    await restoreBackup(home.engine, home.files, place, report.name);
    expect(await home.engine.findDamage('whole')).toBeNull();
    expect(await home.engine.reader.selectFrom('submissions').select('id').execute()).toHaveLength(1);
  });
});

describe.runIf(engineName === 'postgres')('a damaged page of PostgreSQL', () => {
  test.each(['XX001', 'XX002'])(
    'is a 503 with a cause of its own (%s), and degrades every machine',
    async (code) => {
      const { lines, logger } = recordLog();
      const { context, engine, nobody, app } = await makeTestApp({ app: { logger } });
      const alarmed = vi.fn();
      context.log.error = alarmed;
      await sql
        .raw(
          `create function damaged() returns trigger language plpgsql as $$ begin raise exception 'invalid page in block 1' using errcode = '${code}'; end $$`,
        )
        .execute(engine.writer);
      onTestFinished(
        async () => void (await sql.raw('drop function if exists damaged cascade').execute(engine.writer)),
      );
      await sql
        .raw('create trigger damaged before insert on accounts execute function damaged()')
        .execute(engine.writer);
      const who = {
        name: 'asha',
        email: 'asha@example.test',
        password: 'secret1',
        phone: '9999999999',
        batch: 'ANY',
      };
      expect(await nobody.post('/api/auth/signup', who)).toMatchObject({
        status: 503,
        body: { code: 'busy' },
      });
      expect([...app.failures]).toEqual([['damaged', 1]]);
      expect(lines.filter(({ level }) => level === 60)).toMatchObject([
        { msg: expect.stringContaining('pg_amcheck') },
      ]);
      await expect
        .poll(async () => (await nobody.get('/api/ready')).body)
        .toMatchObject({ status: 'degraded', checks: { database: 'failing' } });
      await context.alarms.idle();
      expect(alarmed.mock.calls).toEqual([
        [expect.objectContaining({ alarm: 'damaged-database' }), expect.any(String)],
      ]);
    },
  );
});

describe.runIf(engineName === 'sqlite')('the file of the database', () => {
  test('that is deleted or replaced takes no change, and serves again once it is back', async () => {
    const { dataDir, submit, client } = await reopen(() => {});
    expect((await submit()).status).toBe(201);
    const file = path.join(dataDir, 'capstone.sqlite');
    renameSync(file, `${file}.away`);
    expect(await submit()).toMatchObject({ status: 503, body: { code: 'busy' } });
    writeFileSync(file, 'another');
    expect(await submit()).toMatchObject({ status: 503, body: { code: 'busy' } });
    expect(await client.get('/api/ready')).toMatchObject({
      status: 503,
      body: { checks: { 'database writes': 'failing' } },
    });
    rmSync(file);
    renameSync(`${file}.away`, file);
    expect((await submit()).status).toBe(201);
  });

  test('is missed while nobody writes, too', async () => {
    const { dataDir, context, lines } = await reopen(() => {});
    rmSync(path.join(dataDir, 'capstone.sqlite'));
    await expect(context.database.requireInPlace()).rejects.toMatchObject({
      cause: { message: expect.stringContaining('is missing') },
    });
    expect(lines).toMatchObject([{ store: 'database' }]);
  });
});

describe('a new portal', () => {
  test.runIf(engineName === 'sqlite').each([
    ['files of submissions', 'files/ab/x'],
    ['a key of receipts', 'receipt-key'],
    ['a key of mail', 'mail.key'],
    ['a log without its database', 'capstone.sqlite-wal'],
  ])('does not begin beside %s, also where an empty file has the name of the database', async (_, name) => {
    const dataDir = makeFolder('begun');
    copyFileSync(inject('emptySqlite'), path.join(dataDir, 'capstone.sqlite'));
    const database = path.join(dataDir, 'capstone.sqlite');
    mkdirSync(path.dirname(path.join(dataDir, name)), { recursive: true });
    writeFileSync(path.join(dataDir, name), 'x');
    truncateSync(database, 0);
    await expect(open(dataDir)).rejects.toThrow(/capstone\.sqlite is missing or empty, but .* contains .*/);
    rmSync(database);
    await expect(open(dataDir)).rejects.toThrow(path.basename(name).replace('x', 'files'));
    expect(statSync(database, { throwIfNoEntry: false }), 'none is made').toBeUndefined();
  });
});
