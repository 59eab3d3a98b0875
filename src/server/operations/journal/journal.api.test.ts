import { sql } from 'kysely';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { buildApp } from '#server/app';
import { minuteMs } from '#contract/durations';
import { engineName } from '#support/empty-database';
import { buildQuestion, buildStudent } from '#support/factories';
import { makeJournalled, restoreNewest, rowOf, submitFile } from '#support/journal-fixture';
import { makeClient } from '#support/test-app';
import type { BackupPlace } from '../backups/backup-place.ts';
import { movePendingLinesJob, recordAuditBacklog } from '../../audit/audit-backlog.ts';
import { tablesToCopy } from '../backups/table-rows.ts';
import { makeShipper } from './ship-journal.ts';

test('what is committed after the backup is restored by the journal: receipts, files, keys, removals', async () => {
  const { fixture, place, shipper } = await makeJournalled();
  const { context, clock, student } = fixture;
  const gone = await buildStudent(context, { batch_id: null });
  const question = await buildQuestion(context, {
    author_id: student.id,
    batch_id: student.batch_id as number,
  });
  const first = await submitFile(fixture, 'first', 'key-1');
  await shipper.work();
  clock.advance(minuteMs);
  const second = await submitFile(fixture, 'second \u2028 ഗോപിക', 'key-2');
  await context.database.transaction((writer) =>
    writer.deleteFrom('accounts').where('id', '=', gone.id).execute(),
  );
  const copiedUntil = clock.now();
  await shipper.work();
  expect(await rowOf(fixture)).toMatchObject({ head: 2, copied_at: copiedUntil });
  await submitFile(fixture, 'never copied', 'key-3');

  const { database, files, report } = await restoreNewest(place);
  expect(report.journal).toMatchObject({
    segments: 2,
    until: copiedUntil,
    leftOut: null,
    gaps: [],
    laterLine: null,
  });
  const rows = await database.reader
    .selectFrom('submissions')
    .select(['number', 'file_name'])
    .orderBy('id')
    .execute();
  expect(rows.map(({ number }) => number)).toEqual([first.receipt.number, second.receipt.number]);
  expect(
    await database.reader.selectFrom('accounts').where('id', '=', gone.id).select('id').execute(),
  ).toEqual([]);
  expect(
    await database.reader.selectFrom('questions').where('id', '=', question.id).select('id').execute(),
  ).toHaveLength(1);
  const stored = [];
  for await (const one of files.list()) stored.push(one.bytes);
  expect(stored).toHaveLength(2);

  // It goes on: a repeated key gets its first answer, and derived rows and ids follow.
  const app = await buildApp({ ...context, database, files }, { pages: null });
  onTestFinished(() => app.close());
  const [cookie, token] = (await fixture.cookieOf(student)).split('=', 2) as [string, string];
  const sessions = await context.database.reader.selectFrom('sessions').selectAll().execute();
  await database.transaction((writer) => writer.insertInto('sessions').values(sessions.slice(-1)).execute());
  const client = makeClient(app, { [cookie]: token });
  const again = await submitFile({ ...fixture, client }, 'second \u2028 ഗോപിക', 'key-2');
  expect(again.receipt.number).toBe(second.receipt.number);
  await submitFile({ ...fixture, client }, 'fourth', 'key-4');
  expect(await database.reader.selectFrom('task_progress').select(['version']).execute()).toEqual([
    { version: 3 },
  ]);
});

/** Lines of all segments of the line, by table. */
async function shippedTables(place: BackupPlace, line: string): Promise<string[]> {
  const found: string[] = [];
  for (const name of await place.journal.list(line)) {
    const text = gunzipSync(await buffer(await place.journal.read(line, name))).toString();
    for (const one of text.split('\n'))
      if (one.startsWith('{"table"')) found.push((JSON.parse(one) as { table: string }).table);
  }
  return found;
}

test('each table of a backup is noted, also one that a later version adds: it begins another line', async () => {
  const { fixture, place, shipper } = await makeJournalled();
  const { context, engine } = fixture;
  const before = await rowOf(fixture);
  await shipper.giveWay();
  await sql`create table topics (name text primary key, text text)`.execute(engine.writer);
  fixture.clock.advance(1_000);
  const next = makeShipper(context);
  await next.work();
  const after = await rowOf(fixture);
  expect(after.number).toBe(before.number + 1);
  expect((await place.list()).at(-1)).toBe(after.base);
  for (const change of [
    sql`insert into topics values ('a', '1'), ('b', '2')`,
    sql`update topics set name = 'c' where name = 'a'`,
    sql`delete from topics where name = 'b'`,
  ])
    await change.execute(engine.writer);
  const notes = await context.database.reader
    .selectFrom('journal_changes')
    .where('table_name', '=', 'topics')
    .select('row_key')
    .execute();
  expect(notes.map(({ row_key }) => row_key).toSorted()).toEqual(['["a"]', '["b"]', '["c"]']);
  await next.work();
  expect(await shippedTables(place, after.line)).toContain('topics');

  // Every table, by the backup's own list.
  const { reader } = context.database;
  const { rows } = await (
    engineName === 'sqlite'
      ? sql<{
          name: string;
        }>`select distinct tbl_name as name from sqlite_master where type = 'trigger' and name like 'journal_of_%'`
      : sql<{
          name: string;
        }>`select distinct c.relname as name from pg_trigger t join pg_class c on c.oid = t.tgrelid where t.tgname like 'journal_of_%'`
  ).execute(reader);
  const noted = new Set(rows.map(({ name }) => name));
  expect((await tablesToCopy(reader, engineName)).filter(({ name }) => !noted.has(name))).toEqual([]);
});

test('a try that was cut off before it was recorded is followed by another, and counts no row twice', async () => {
  const { fixture, place, shipper } = await makeJournalled();
  const { context } = fixture;
  await submitFile(fixture, 'first', 'first');
  const { nonDurableTransaction } = context.database;
  let calls = 0;
  // The lease is held; the record fails.
  context.database.nonDurableTransaction = (change) =>
    calls++ === 0 ? Promise.reject(new Error('killed')) : nonDurableTransaction(change);
  await expect(shipper.work()).rejects.toThrow('killed');
  context.database.nonDurableTransaction = nonDurableTransaction;
  await shipper.giveWay();
  await submitFile(fixture, 'second', 'second');
  const next = makeShipper(context);
  fixture.clock.advance(1_000);
  const { line, head } = await rowOf(fixture);
  await next.work();
  expect([head, await rowOf(fixture)]).toMatchObject([0, { line, head: 1 }]);
  expect(await place.journal.list(line)).toHaveLength(2);
  const { database, report } = await restoreNewest(place);
  expect(report.journal).toMatchObject({ segments: 1, leftOut: null });
  expect(await database.reader.selectFrom('submissions').select('id').execute()).toHaveLength(2);
});

test('lines that wait beside the audit log are noted as its own, before and after they are moved', async () => {
  const { fixture, place, shipper } = await makeJournalled();
  const { context, clock } = fixture;
  await context.database.transaction((writer) =>
    recordAuditBacklog(
      writer,
      { engine: engineName, at: clock.now(), actorId: null, act: 'import-person' },
      sql<never>`(select 'staged@example.test' as subject, null as before, '{}' as after, cast(null as integer) as about_id)`,
    ),
  );
  await shipper.work();
  const subjects = async () => {
    const { database } = await restoreNewest(place);
    const lines = database.reader
      .selectFrom('audit_log')
      .where('act', '=', 'import-person')
      .select('subject');
    return (await lines.execute()).map(({ subject }) => subject);
  };
  expect(await subjects()).toEqual(['staged@example.test']);
  // SQLite has no lines that wait.
  if (engineName === 'postgres') await movePendingLinesJob.run(context, null, new AbortController().signal);
  await shipper.work();
  expect(await subjects()).toEqual(['staged@example.test']);
});
