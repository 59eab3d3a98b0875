import { sql } from 'kysely';
import { expect, onTestFinished, test, vi } from 'vitest';
import { eventually } from '#support/eventually';
import { engineName } from '#support/empty-database';
import { openLocation } from '#support/locations';
import { recordLog } from '#support/record-log';
import { recordQueries } from '#support/record-queries';
import { stopTime } from '#support/stop-time';
import { makeTestApp } from '#support/test-app';

const failing = { status: 503, headers: { 'retry-after': '5' }, body: { status: 'unavailable' } };

test('a portal at rest is alive and ready, in one line each', async () => {
  const { nobody, context } = await makeTestApp();
  const { queries } = await recordQueries(context.database);
  expect(await nobody.get('/api/health')).toMatchObject({ status: 200, body: { status: 'ok' } });
  expect(queries(), 'whether a process is alive is no question to the database').toEqual([]);
  expect(await nobody.get('/api/ready')).toMatchObject({
    status: 200,
    body: {
      status: 'ok',
      checks: { lifecycle: 'ok', database: 'ok', 'database writes': 'ok', disk: 'ok' },
    },
  });
});

test('however often it is asked, one question a second reaches the database', async () => {
  const { nobody, context } = await makeTestApp();
  const { queries } = await recordQueries(context.database);
  const other = await makeTestApp();
  // Alone: what a process reads now and then may fall into this second.
  const questions = () => queries().filter(({ sql }) => sql.includes('"migrations"'));
  const letPass = stopTime();
  await Promise.all(Array.from({ length: 20 }, () => nobody.get('/api/ready')));
  await other.nobody.get('/api/ready');
  expect(questions(), 'its own').toHaveLength(1);
  letPass(1_001);
  await Promise.all(Array.from({ length: 20 }, () => nobody.get('/api/ready')));
  expect(questions(), 'a second later').toHaveLength(2);
});

test('a database that all share and that is gone degrades; an embedded one is the machine itself', async () => {
  const { nobody, context } = await makeTestApp({ app: { logger: recordLog().logger } });
  vi.spyOn(context.database.reader, 'selectFrom').mockImplementation(() => {
    throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
  });
  expect(await nobody.get('/api/health')).toMatchObject({ status: 200, body: { status: 'ok' } });
  const answer = await nobody.get('/api/ready');
  expect(answer.body.checks).toMatchObject({ lifecycle: 'ok', database: 'failing' });
  if (engineName === 'sqlite') expect(answer).toMatchObject(failing);
  else expect(answer).toMatchObject({ status: 200, body: { status: 'degraded' } });
});

test.runIf(engineName === 'postgres')(
  'a database that hangs is waited for half a second, by one query, and by everybody at once',
  async () => {
    const { nobody, databaseLocation } = await makeTestApp();
    const other = openLocation(databaseLocation);
    let release = (): void => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    const locked = Promise.withResolvers<void>();
    const transaction = other.writer.transaction().execute(async (writer) => {
      await sql`lock table migrations in access exclusive mode`.execute(writer);
      locked.resolve();
      await held;
    });
    onTestFinished(async () => {
      release();
      await transaction;
      await other.close();
    });
    await locked.promise;
    const answers = await Promise.all(Array.from({ length: 30 }, () => nobody.get('/api/ready')));
    for (const { status, body } of answers) {
      expect(status).toBe(200);
      expect(body).toMatchObject({ status: 'degraded', checks: { database: 'failing' } });
    }
    const waiting = await sql<{ count: number }>`select count(*) as count from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(other.reader);
    expect(waiting.rows[0]?.count).toBe(1);
    expect((await nobody.get('/api/health')).status).toBe(200);
    release();
    await transaction;
    await eventually(async () => expect((await nobody.get('/api/ready')).body.checks.database).toBe('ok'));
  },
);

test('a schema that only newer versions may run on takes this machine out', async () => {
  const { lines, logger } = recordLog();
  const { app, nobody, context } = await makeTestApp({ app: { logger } });
  context.log = app.log;
  await context.database.transaction(async (writer) => {
    await sql`insert into migrations (name, timestamp) values ('9998-newer', '2026-11-22')`.execute(writer);
    await writer.updateTable('schema_range').set({ oldest_program: 9_998 }).execute();
  });
  const answer = await nobody.get('/api/ready');
  expect(answer).toMatchObject(failing);
  expect(answer.body.checks).toMatchObject({ lifecycle: 'ok', database: 'failing' });
  expect(lines[0]?.err?.message).toContain('Start a version that knows 9998');
});

test('a portal that stops is alive, and ready no more at once, in words and without a log line for each probe', async () => {
  const { lines, logger } = recordLog('info');
  const { nobody, context } = await makeTestApp({ app: { logger } });
  await nobody.get('/api/ready');
  context.lifecycle.markStopping();
  const answer = await nobody.get('/api/ready');
  expect(answer).toMatchObject(failing);
  const { message, code, request_id: id, checks } = answer.body;
  expect(code).toBe('not_ready');
  expect(message).toBe(
    `This machine is not accepting requests. If it happens again, tell the office this code: ${id}.`,
  );
  expect(checks).toMatchObject({ lifecycle: 'failing', database: 'ok' });
  expect(await nobody.get('/api/health')).toMatchObject({ status: 200, body: { status: 'ok' } });
  expect(lines).toEqual([]);
});
