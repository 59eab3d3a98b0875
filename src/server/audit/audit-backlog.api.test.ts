import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { untilBlocked } from '#support/until-blocked';
import { engineName } from '#support/empty-database';
import { buildMentor, buildStudent } from '#support/factories';
import { makeImportDesk } from '#support/import-desk';
import { readAuditLog } from '#support/read-audit-log';
import { runDue } from '#support/run-due';
import { makeTestContext, type TestContext } from '#support/test-app';
import { jobQueue } from '../platform/jobs/job-queue.ts';
import { eraseFromAuditLog } from './erase-from-audit-log.ts';
import { movePendingLines, movePendingLinesJob, recordAuditBacklog } from './audit-backlog.ts';
import { removeOldLines } from './remove-old-lines.ts';

const isPostgres = engineName === 'postgres';
const onPostgres = test.runIf(isPostgres);

test('the lines of an import are found from the change on, and are the same once they are in their indexes', async () => {
  const { office, context, upload, check, importIt, administrator } = await makeImportDesk();
  const { id } = (await upload('email,grade\na@x.test,A\nb@x.test,B\n')).body;
  await check(id, ['email', 'grade']);
  const queue = jobQueue(context, [movePendingLinesJob]);
  expect(await runDue(queue), 'a dry run leaves nothing to move').toBe(0);
  expect((await importIt(id)).status).toBe(200);
  const day = context.clock.now();
  const today = new Date(day).toISOString().slice(0, 10);
  const find = async () => {
    const lists = await Promise.all(
      [
        '',
        '?whom=a@x.test',
        `?who=${administrator.email}`,
        '?kind=people',
        `?from=${today}&to=${today}`,
        `?who=${administrator.email}&whom=b@x.test`,
      ].map(async (query) => {
        const { status, body } = await office.get(`/api/staff/audit${query}`);
        expect(status, query).toBe(200);
        return body.lines.filter(({ act }: { act: string }) => act === 'import-person');
      }),
    );
    const csv = (await office.get('/api/staff/exports/audit?whom=a@x.test')).body as string;
    return [...lists, csv.split('\r\n').filter((line) => line.includes('import-person'))];
  };
  const before = await find();
  expect(before.map((lines) => lines.length)).toEqual([2, 1, 2, 2, 2, 1, 1]);
  expect(await runDue(queue)).toBe(isPostgres ? 1 : 0);
  expect(await find()).toEqual(before);
  if (isPostgres) expect(await readPending(context)).toEqual([]);
});

async function readPending({ database }: TestContext['context']) {
  const { rows } = await sql<{ id: number; subject: string }>`
    select id, subject from audit_log_pending order by id`.execute(database.reader);
  return rows;
}

/** A log with pending lines about addresses, of whom one has an account. */
async function makePending({ lines = 2, at }: { lines?: number; at?: number } = {}) {
  const app = await makeTestContext();
  const { context, clock } = app;
  const { database } = context;
  const student = await buildStudent(context, { email: 'person-1@x.test' });
  const mentor = await buildMentor(context);
  await database.transaction((writer) =>
    recordAuditBacklog(
      writer,
      { engine: engineName, at: at ?? clock.now(), actorId: mentor.id, act: 'import-person' },
      sql<never>`(select 'person-' || n || '@x.test' as subject, null as before, '{"grade":"Quartz","exit_score":7}' as after,
        cast(case when n = 1 then ${student.id} end as bigint) as about_id from generate_series(1, ${lines}) as n)`,
    ),
  );
  const erase = () =>
    database.transaction((writer) =>
      eraseFromAuditLog(writer, {
        accountId: student.id,
        alias: 'removed@removed.invalid',
        subjects: [student.email],
        at: clock.now(),
      }),
    );
  return { app, context, database, student, erase };
}

onPostgres('a pending line is neither changed nor removed, and moved as it is alone', async () => {
  const { database, context, student, erase } = await makePending();
  const refused = async (...statements: string[]) =>
    expect(
      database.transaction(async (writer) => {
        for (const statement of statements) await sql.raw(statement).execute(writer);
      }),
    ).rejects.toThrow(/audit_log: (update|delete) is forbidden/);
  for (const table of ['audit_log', 'audit_log_pending']) {
    await refused(`update ${table} set subject = 'x'`);
    await refused(`delete from ${table}`);
  }
  const columns = 'id, at, actor_id, act, subject, before, about_id, network';
  await refused(
    `insert into audit_log (${columns}, after) overriding system value select ${columns}, '{}' from audit_log_pending`,
    'delete from audit_log_pending',
  );
  expect(await readPending(context)).toHaveLength(2);
  // Its words go with the person whom it is about, and nobody else's.
  expect(await erase()).toBe(1);
  await refused(`update audit_log set after = null where about_id is null`);
  await refused(`update audit_log set act = 'else' where about_id = ${student.id}`);
});

onPostgres('words go from a line also while it is being moved', async () => {
  const { app, database, erase } = await makePending();
  const moved = Promise.withResolvers<void>();
  const going = Promise.withResolvers<void>();
  const moving = database.transaction(async (writer) => {
    await movePendingLines(writer, 10);
    moved.resolve();
    await going.promise;
  });
  await moved.promise;
  const erasing = erase();
  await untilBlocked(app.context.database.reader);
  going.resolve();
  await moving;
  expect(await erasing).toBe(1);
  expect(await readAuditLog(app)).toMatchObject([
    { subject: 'removed@removed.invalid', after: { exit_score: 7 } },
    { subject: 'person-2@x.test', after: { grade: 'Quartz', exit_score: 7 } },
  ]);
  expect(JSON.stringify((await readAuditLog(app))[0])).not.toContain('Quartz');
});

onPostgres('pending lines past their time go with the others', async () => {
  const { app, context } = await makePending({ at: Date.parse('2020-01-01T00:00:00.000Z') });
  await removeOldLines(context, new AbortController().signal);
  expect(await readAuditLog(app)).toMatchObject([{ act: 'remove-audit-lines', before: { lines: 2 } }]);
  expect(await readPending(context)).toEqual([]);
});

onPostgres('an end in the middle leaves each line once, and the rest to the next try', async () => {
  const { app, context, database } = await makePending({ lines: 600 });
  const all = await readAuditLog(app);
  expect(all).toHaveLength(600);
  const ended = new AbortController();
  ended.abort();
  await expect(movePendingLinesJob.run(context, null, ended.signal)).rejects.toThrow();
  expect(await readPending(context)).toHaveLength(100);
  expect(await readAuditLog(app)).toEqual(all);
  await expect(
    database.transaction(async (writer) => {
      await movePendingLines(writer, 10);
      throw new Error('the process is killed');
    }),
  ).rejects.toThrow('killed');
  expect(await readPending(context)).toHaveLength(100);
  await movePendingLinesJob.run(context, null, new AbortController().signal);
  expect([await readPending(context), await readAuditLog(app)]).toEqual([[], all]);
});
