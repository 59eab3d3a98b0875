import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { eventually } from '#support/eventually';
import type { Writer } from '#server/platform/database/database';
import { engineName } from '#support/empty-database';
import { buildImportedPerson, buildMentor, buildStudent } from '#support/factories';
import { makeImportDesk } from '#support/import-desk';
import { lockPeople, applyPeople } from '../../accounts/people-queries.ts';

test('an import whose people have changed since its dry run is refused, and one in two hands has one try', async () => {
  const desk = await makeImportDesk();
  const { context } = desk;
  const { id } = (await desk.upload('email,name\na@x.test,A\n')).body;
  expect(await desk.importIt(id)).toMatchObject({ status: 409 });
  expect(await desk.check(id, ['email', 'email'])).toMatchObject({ status: 400 });
  expect(await desk.check(id, [null, 'name'])).toMatchObject({ status: 400 });
  expect(await desk.check(id, ['email'])).toMatchObject({ status: 400 });
  await desk.check(id, ['email', 'name']);
  await buildMentor(context, [], { email: 'a@x.test' });
  expect(await desk.importIt(id)).toMatchObject({
    status: 409,
    body: {
      message: expect.stringContaining(
        'have changed since the preview: row 2, a@x.test. Nothing was imported.',
      ),
    },
  });
  expect(await desk.imported('a@x.test')).toBeUndefined();
  expect((await desk.check(id, ['email', 'name'])).body.counts).toMatchObject({ wrong: 1 });
});

const columns = ['email', 'name', 'exit_score'];
const sheet = 'email,name,score\na@x.test,A,60\nb@x.test,B,70\n';

type Desk = Awaited<ReturnType<typeof makeImportDesk>>;
const scoreOf = (table: 'imported_people' | 'accounts', exit_score: number) => (writer: Writer) =>
  writer.updateTable(table).set({ exit_score }).where('email', '=', 'b@x.test').execute();

/** Expects that an import was refused, and that nothing is left of it. */
async function expectNothing(desk: Desk, answer: Awaited<ReturnType<Desk['importIt']>>): Promise<void> {
  expect(answer).toMatchObject({ status: 409, body: { message: expect.stringContaining('try again') } });
  expect(await desk.imported('a@x.test')).toBeUndefined();
  const { reader } = desk.context.database;
  expect(
    await reader.selectFrom('audit_log').where('act', 'like', 'import-%').select('id').execute(),
  ).toEqual([]);
}

/** Imports while another change is written and not yet there; it is there once the import waits for it. */
async function importDuring(desk: Desk, id: string, change: (writer: Writer) => Promise<unknown>) {
  const { database } = desk.context;
  const waiting = sql<{ count: number }>`select count(*) as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`;
  let importing: ReturnType<typeof desk.importIt> | undefined;
  await database.transaction(async (writer) => {
    await change(writer);
    importing = desk.importIt(id, { changes: 1 });
    // SQLite lets the import begin only after this.
    if (engineName === 'sqlite') return;
    await eventually(async () =>
      expect((await waiting.execute(database.reader)).rows[0]?.count).toBeGreaterThan(0),
    );
  });
  return importing as NonNullable<typeof importing>;
}

test('an import that meets another one on an address is refused, and leaves nothing', async () => {
  const desk = await makeImportDesk();
  const { id } = (await desk.upload(sheet)).body;
  await desk.check(id, columns);
  const answer = await importDuring(desk, id, (writer) =>
    writer
      .insertInto('imported_people')
      .values({ email: 'b@x.test', exit_score: 80, imported_at: 1 })
      .execute(),
  );
  await expectNothing(desk, answer);
  expect(await desk.imported('b@x.test')).toMatchObject({ exit_score: 80, name: null });
  // What its people are by now is seen by another try.
  expect((await desk.check(id, columns)).body.counts).toMatchObject({ new: 1, changed: 1 });
  expect(await desk.importIt(id, { changes: 1 }, 'again')).toMatchObject({ status: 200 });
  expect(await desk.imported('b@x.test')).toMatchObject({ exit_score: 70, name: 'B' });
});

test.each(['imported_people', 'accounts'] as const)(
  'a score that another change writes into %s meanwhile is not replaced unseen',
  async (table) => {
    const desk = await makeImportDesk();
    const { context } = desk;
    const known = { email: 'b@x.test', exit_score: 50 };
    await (table === 'accounts' ? buildStudent(context, known) : buildImportedPerson(context, known));
    const now = async () =>
      (
        await context.database.reader
          .selectFrom(table)
          .where('email', '=', 'b@x.test')
          .select('exit_score')
          .executeTakeFirstOrThrow()
      ).exit_score;
    const { id } = (await desk.upload(sheet)).body;
    await desk.check(id, columns);
    // Between the dry run and the import …
    await context.database.transaction(scoreOf(table, 80));
    await expectNothing(desk, await desk.importIt(id, { changes: 1 }));
    expect(await now()).toBe(80);
    await desk.check(id, columns);
    // … and while it is imported.
    await expectNothing(desk, await importDuring(desk, id, scoreOf(table, 90)));
    expect(await now()).toBe(90);
    await desk.check(id, columns);
    expect(await desk.importIt(id, { changes: 1 }, 'last')).toMatchObject({ status: 200 });
    expect(await now()).toBe(70);
  },
);

test('what a row does not bring may have changed since the dry run', async () => {
  const desk = await makeImportDesk();
  await buildImportedPerson(desk.context, { email: 'b@x.test', exit_score: 50 });
  const { id } = (await desk.upload(sheet)).body;
  await desk.check(id, columns);
  await desk.context.database.transaction((writer) =>
    writer.updateTable('imported_people').set({ grade: 'A' }).where('email', '=', 'b@x.test').execute(),
  );
  expect(await desk.importIt(id, { changes: 1 })).toMatchObject({ status: 200 });
  expect(await desk.imported('b@x.test')).toMatchObject({ exit_score: 70, grade: 'A' });
});

test('whoever comes in between the locks and the change is not overwritten, and not left out', async () => {
  const { context } = await makeImportDesk();
  await buildImportedPerson(context, { email: 'a@x.test', exit_score: 50 });
  const staged = sql<never>`(select 'a@x.test' as email, null as name, null as phone, cast(null as integer) as batch_id,
    70.0 as exit_score, null as grade)`;
  const put = (countThem: (found: { known: number; fresh: number }) => { known: number; fresh: number }) =>
    context.database.transaction(async (writer) => {
      const found = await lockPeople(writer, engineName, staged);
      await applyPeople(writer, staged, countThem(found), { now: 1, importId: null });
    });
  // As if nothing had stood beside the address while it was looked at; then, as if somebody else's row kept this one out.
  await expect(put(({ known }) => ({ known: known - 1, fresh: 0 }))).rejects.toMatchObject({
    status: 409,
  });
  await expect(put(({ known }) => ({ known, fresh: 1 }))).rejects.toMatchObject({ status: 409 });
  await put((found) => found);
  const row = await context.database.reader
    .selectFrom('imported_people')
    .select('exit_score')
    .executeTakeFirst();
  expect(row).toEqual({ exit_score: 70 });
});
