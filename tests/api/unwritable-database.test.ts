import { sql } from 'kysely';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { eventually } from '#support/eventually';
import { endpoints, type EndpointName } from '#contract/wire/endpoints';
import { makeFixture, roles, send, table, type Role } from '#support/access-table';
import { engineName } from '#support/empty-database';
import { buildStudent } from '#support/factories';
import { recordedReads } from '#support/recorded-reads';
import { recordLog } from '#support/record-log';
import { refuseWrites } from '#support/refuse-writes';
import { makeTestApp, type TestApp } from '#support/test-app';

const cannotSave =
  'We cannot save now. This is our problem, not yours. Your text is kept. Try again in a few minutes.';
const signUpAs = (name: string) => ({
  name,
  email: `${name}@example.test`,
  password: 'secret1',
  phone: '9999999999',
  batch: 'ANY',
});
/** The log is the matter of a test of its own. */
const quiet = { info() {}, warn() {}, error() {} };
/** Long enough for the next read to renew "last used". */
const laterMs = 6 * 60_000;

/** Every call that somebody may make, with the first role that may. */
function callsBy(isMeant: (method: string) => boolean): [EndpointName, Role][] {
  return (Object.keys(table) as EndpointName[]).flatMap((name): [EndpointName, Role][] => {
    const role = roles.find((one) => table[name].expected[one] < 300);
    return role === undefined || !isMeant(endpoints[name].method) ? [] : [[name, role]];
  });
}

describe('a database that takes no writes', () => {
  test('fails no read', async () => {
    const fixture = await makeFixture();
    fixture.app.context.log = quiet;
    await refuseWrites(fixture.app);
    fixture.app.clock.advance(laterMs);
    // Whether the machine may be given work is the one read that speaks of it; an export leaves a line in the audit log.
    const others = new Set<EndpointName>(['readReadiness', ...recordedReads]);
    const reads = callsBy((method) => method === 'GET').filter(([name]) => !others.has(name));
    expect(reads.length).toBeGreaterThan(10);
    for (const [name, role] of reads) {
      const { status } = await send(fixture, name, role);
      expect(status, `${name} as ${role}`).toBe(table[name].expected[role]);
    }
  });

  test('answers every change with 503 in words, and takes it once it can', async () => {
    const fixture = await makeFixture();
    fixture.app.context.log = quiet;
    const stop = await refuseWrites(fixture.app);
    const taken: string[] = [];
    const changes = callsBy((method) => method !== 'GET');
    const recorded = callsBy(() => true).filter(([name]) => recordedReads.includes(name));
    for (const [name, role] of [...changes, ...recorded]) {
      const { status, body, headers } = await send(fixture, name, role);
      if (status < 300) {
        taken.push(name);
        continue;
      }
      expect([status, body.code, body.message], `${name} as ${role}`).toEqual([
        503,
        'busy',
        expect.stringContaining(cannotSave),
      ]);
      expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    }
    // What has nothing to write for this role, or may be lost.
    expect(taken).toEqual([
      'logOut',
      'forgotPassword',
      // SQLite asks for the write lock before it looks which session that is, or whether the question is deleted.
      ...(engineName === 'sqlite' ? [] : ['endSession']),
      'readNotices',
      ...(engineName === 'sqlite' ? [] : ['withdrawEmail']),
      'selectProject',
      'readUploadProtocol',
      'readUpload',
      'verifyReceipt',
      'verifyDocument',
      ...(engineName === 'sqlite' ? [] : ['undoQuestionDeletion']),
      'viewQuestion',
      'checkMarks',
      ...(engineName === 'sqlite' ? [] : ['undoAttendance']),
      'checkVivas',
      // There is nothing recorded or due that they would change.
      ...(engineName === 'sqlite'
        ? []
        : ['removeRecordedMark', 'releaseRecords', 'recordNotSubmitted', 'releaseMarks', 'releaseTasks']),
      ...(engineName === 'sqlite' ? [] : ['removeMailWords']),
      'previewMailWords',
    ]);
    const { body } = await fixture.app.nobody.post('/api/auth/signup', signUpAs('asha'));
    expect(body.message).toContain(cannotSave);
    await stop();
    expect((await fixture.app.nobody.post('/api/auth/signup', signUpAs('asha'))).status).toBe(201);
  });

  test('is told once, with its cause, and found again by itself', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const { lines, logger } = recordLog('info');
    const app = await makeTestApp({ app: { logger } });
    app.context.log = app.app.log;
    const stop = await refuseWrites(app);
    for (let count = 0; count < 20; count++) {
      expect((await app.nobody.post('/api/auth/signup', signUpAs('asha'))).status).toBe(503);
    }
    const told = () => lines.filter(({ store }) => store === 'database');
    expect(told()).toMatchObject([
      {
        level: 50,
        msg: 'the database cannot be written: changes are refused, reads still work',
        error: {
          message: engineName === 'sqlite' ? 'attempt to write a readonly database' : 'could not extend file',
        },
      },
    ]);
    expect(lines.filter(({ msg }) => msg !== 'request')).toEqual(told());
    expect(app.context.database.writes.health()).toMatchObject({ ok: false, refused: 20 });
    // A machine whose own disk is full takes no work; a full PostgreSQL would take all machines out.
    const ready = () => app.nobody.get('/api/ready');
    expect(await ready()).toMatchObject({
      status: engineName === 'sqlite' ? 503 : 200,
      body: {
        status: engineName === 'sqlite' ? 'unavailable' : 'degraded',
        checks: { database: 'ok', 'database writes': 'failing', disk: 'ok' },
      },
    });
    expect((await app.nobody.get('/api/health')).status).toBe(200);

    await vi.advanceTimersByTimeAsync(60_000);
    await eventually(() => expect(told()).toHaveLength(2));
    expect(told()[1]).toMatchObject({ msg: 'the database still cannot be written' });
    await stop();
    await eventually(async () => {
      await vi.advanceTimersByTimeAsync(5_000);
      expect(app.context.database.writes.health()).toEqual({ ok: true });
    });
    expect(await ready()).toMatchObject({ status: 200, body: { status: 'ok' } });
    expect(told()).toHaveLength(3);
    expect(told()[2]).toMatchObject({ level: 30, msg: 'the database can be written again' });
  });
});

/** Leaves the file no page to grow by. */
async function fillUp({ engine }: TestApp): Promise<() => Promise<void>> {
  const limitPages = (count: number) => sql.raw(`pragma max_page_count = ${count}`).execute(engine.writer);
  // It cannot be set below what the file has.
  await limitPages(1);
  return async () => void (await limitPages(1_000_000));
}

describe.runIf(engineName === 'sqlite')('a full disk', () => {
  test('is the error that a change fails with, not the rollback that SQLite made by itself', async () => {
    const app = await makeTestApp();
    app.context.log = quiet;
    const student = await buildStudent(app.context);
    const makeRoom = await fillUp(app);
    const { database } = app.context;
    const write = (size: number) => (writer: Parameters<Parameters<typeof database.transaction>[0]>[0]) =>
      writer
        .insertInto('rate_limit_hits')
        .values({ kind: 'signup-address', subject: 'x'.repeat(size), at: student.id })
        .execute();
    const full = { cause: { code: 'SQLITE_FULL', message: 'database or disk is full' } };
    await expect(database.transaction(write(1_000_000))).rejects.toMatchObject(full);
    await expect(database.nonDurableTransaction(write(1_000_000))).rejects.toMatchObject(full);
    // Changes that share a commit with one that finds no room fail for its reason.
    const group = [10, 1_000_000, 10].map((size) => database.groupCommitTransaction(write(size)));
    for (const outcome of await Promise.allSettled(group)) {
      expect(outcome).toMatchObject({ status: 'rejected', reason: full });
    }
    await makeRoom();
    for (const transact of [
      database.transaction,
      database.nonDurableTransaction,
      database.groupCommitTransaction,
    ]) {
      await transact(write(1_000_000));
    }
  });
});
