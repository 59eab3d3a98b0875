import { expect, test } from 'vitest';
import { buildBatch, buildImportedPerson, buildSelection, buildStudent } from '#support/factories';
import { importFiles } from '#support/import-folder';
import { makeTestApp } from '#support/test-app';
import { confirmAccount, confirmBatch, confirmHolder } from './confirm-account.ts';

test('a confirmation whose imported batch does not fit the chosen project is refused whole', async () => {
  const app = await makeTestApp();
  const { context } = app;
  const home = await buildBatch(context, { name: 'HOME' });
  await buildBatch(context, { name: 'ELSEWHERE' });
  const student = await buildStudent(context, {
    email: 'asha@example.test',
    batch_id: home.id,
    confirmed_at: null,
  });
  await importFiles(context, { 'people.csv': 'email,batch\nasha@example.test,ELSEWHERE\n' });
  await buildSelection(context, { account_id: student.id });
  await expect(confirmAccount(context, 'asha@example.test')).rejects.toThrow(/cannot move to ELSEWHERE/);
  const { confirmed_at } = await context.database.reader
    .selectFrom('accounts')
    .where('id', '=', student.id)
    .select('confirmed_at')
    .executeTakeFirstOrThrow();
  expect(confirmed_at).toBeNull();
});

test('a confirmation leaves out an imported batch that is archived', async () => {
  const { context } = await makeTestApp();
  const over = await buildBatch(context, { name: 'OVER', retired_at: 1 });
  const email = 'asha@example.test';
  const { id } = await buildStudent(context, { email, batch_id: null, confirmed_at: null });
  await buildImportedPerson(context, { email, batch_id: over.id, exit_score: 64 });
  await context.database.transaction((writer) => confirmHolder(writer, id, 1));
  const row = await context.database.reader
    .selectFrom('accounts')
    .where('id', '=', id)
    .select(['batch_id', 'exit_score', 'confirmed_at'])
    .executeTakeFirstOrThrow();
  expect(row).toEqual({ batch_id: null, exit_score: 64, confirmed_at: 1 });
});

test('a whole batch is confirmed at once: those in it and those whom it awaits; who cannot be placed is named', async () => {
  const app = await makeTestApp();
  const { context } = app;
  const home = await buildBatch(context, { name: 'HOME' });
  const other = await buildBatch(context, { name: 'OTHER' });
  const unconfirmed = { confirmed_at: null };
  await buildStudent(context, { ...unconfirmed, email: 'in@x.test', batch_id: home.id });
  await buildStudent(context, { ...unconfirmed, email: 'awaited@x.test', batch_id: null });
  const chosen = await buildStudent(context, { ...unconfirmed, email: 'chosen@x.test', batch_id: other.id });
  await buildStudent(context, { ...unconfirmed, email: 'elsewhere@x.test', batch_id: other.id });
  await buildSelection(context, { account_id: chosen.id });
  await importFiles(context, { 'people.csv': 'email,batch\nawaited@x.test,HOME\n' });
  await context.database.transaction((writer) =>
    writer
      .insertInto('imported_people')
      .values({ email: 'chosen@x.test', batch_id: home.id, imported_at: 0 })
      .execute(),
  );
  const { batch, confirmed, refused } = await confirmBatch(context, 'home');
  expect([batch, confirmed]).toEqual(['HOME', ['in@x.test', 'awaited@x.test']]);
  expect(refused).toMatchObject([
    { email: 'chosen@x.test', reason: expect.stringContaining('cannot move to HOME') },
  ]);
  const rows = await context.database.reader
    .selectFrom('accounts')
    .where('confirmed_at', 'is not', null)
    .where('batch_id', '=', home.id)
    .select('email')
    .execute();
  expect(rows).toHaveLength(2);
  expect(await confirmBatch(context, 'HOME')).toMatchObject({ confirmed: [] });
});
