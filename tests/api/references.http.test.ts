import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Writer } from '#server/platform/database/database';
import { isForeignKeyViolation } from '#server/platform/database/database-errors';
import { buildAdministrator, buildBatch, buildStudent } from '#support/factories';
import { makeTestContext } from '#support/test-app';

/** References that PostgreSQL checks once for each statement, by triggers of ours: they refuse what a foreign key refuses. */

const nobody = 987_654;

async function makeRows() {
  const { context } = await makeTestContext();
  const { database } = context;
  const batch = await buildBatch(context);
  const { id: actor } = await buildAdministrator(context);
  const refused = async (change: (writer: Writer) => Promise<unknown>) => {
    const error = await database.transaction(change).then(
      () => null,
      (thrown: unknown) => thrown,
    );
    return error !== null && isForeignKeyViolation(error);
  };
  return { context, database, batch, actor, refused };
}

const person = (email: string, batch_id: number | null) => ({ email, batch_id, imported_at: 1 });
const line = (actor_id: number | null) => ({ at: 1, actor_id, act: 'place-student', subject: 's' });

test('a line of the audit log names an account that is there, or none', async () => {
  const { actor, refused, context } = await makeRows();
  expect(await refused((writer) => writer.insertInto('audit_log').values(line(nobody)).execute())).toBe(true);
  expect(
    await refused((writer) =>
      writer
        .insertInto('audit_log')
        .values([line(actor), line(null), line(nobody)])
        .execute(),
    ),
    'among others',
  ).toBe(true);
  expect(
    await refused((writer) =>
      writer
        .insertInto('audit_log')
        .values([line(actor), line(null)])
        .execute(),
    ),
  ).toBe(false);
  // Who has done nothing can be removed, as far as the audit log goes.
  const { id: silent } = await buildStudent(context);
  for (const [id, isRefused] of [
    [actor, true],
    [silent, false],
  ] as const) {
    expect(await refused((writer) => writer.deleteFrom('accounts').where('id', '=', id).execute())).toBe(
      isRefused,
    );
  }
});

test('what was imported about somebody names a batch that is there, or none', async () => {
  const { batch, refused } = await makeRows();
  const insert = (...rows: ReturnType<typeof person>[]) =>
    refused((writer) => writer.insertInto('imported_people').values(rows).execute());
  expect(await insert(person('a@example.test', batch.id), person('b@example.test', nobody))).toBe(true);
  expect(await insert(person('a@example.test', batch.id), person('b@example.test', null))).toBe(false);
  const move = (batch_id: number | null) =>
    refused((writer) =>
      writer.updateTable('imported_people').set({ batch_id }).where('email', '=', 'a@example.test').execute(),
    );
  const remove = () => refused((writer) => writer.deleteFrom('batches').where('id', '=', batch.id).execute());
  expect(await move(nobody)).toBe(true);
  expect(
    await refused((writer) =>
      sql`insert into imported_people (email, batch_id, imported_at)
          select email, ${nobody}, 2 from imported_people where true
          on conflict (email) do update set batch_id = excluded.batch_id`.execute(writer),
    ),
    'where the address is there already',
  ).toBe(true);
  expect(await remove()).toBe(true);
  expect(await move(null)).toBe(false);
  expect(await remove()).toBe(false);
});

test('a batch that is removed while somebody is imported into it stays', async () => {
  const { database, batch, refused } = await makeRows();
  const written = Promise.withResolvers<void>();
  const removing = Promise.withResolvers<void>();
  const importing = database.transaction(async (writer) => {
    await writer.insertInto('imported_people').values(person('a@example.test', batch.id)).execute();
    written.resolve();
    await removing.promise;
  });
  await written.promise;
  const removed = refused((writer) => writer.deleteFrom('batches').where('id', '=', batch.id).execute());
  // Long enough for the statement to arrive, and to wait for the other transaction.
  await new Promise((resolve) => setTimeout(resolve, 100));
  removing.resolve();
  await importing;
  expect(await removed).toBe(true);
});
