import { expect, test } from 'vitest';
import { buildAdministrator, buildBatch, buildMentor, buildStudent } from '#support/factories';
import { makeTestApp } from '#support/test-app';

const discussions = '/api/discussion/discussion';
/** Typed with the accent apart, as macOS does, and with the chillu as it was written before Unicode 5.1. */
const apart = 'E\u0301lodie D’Souza';
const old = 'കാവ്യ നായര്\u200d';

async function makeClass() {
  const app = await makeTestApp();
  const { context } = app;
  const batch = await buildBatch(context, { name: 'Été-1', name_key: 'été-1' });
  const signUp = async (name: string, email: string) =>
    app.nobody.post('/api/auth/signup', {
      name,
      email,
      password: 'secret1',
      phone: '9876543210',
      batch: 'E\u0301TE\u0301–1',
    });
  expect((await signUp(apart, 'elodie@x.test')).status).toBe(201);
  expect((await signUp(old, 'kavya@x.test')).status).toBe(201);
  const asha = await buildStudent(context, { name: 'Asha', batch_id: batch.id });
  await buildStudent(context, { name: "Mary O'Neil-Rao", batch_id: batch.id });
  const client = await app.as(asha);
  const office = await app.as(await buildAdministrator(context));
  const mentor = await app.as(await buildMentor(context, [batch.id]));
  return { ...app, batch, asha, client, office, mentor };
}

test('a name is found, and mentioned, however it is typed; what is shown stays as its holder typed it', async () => {
  const { client, asha, office, mentor, context } = await makeClass();
  const people = async (q: string) =>
    (await office.get(`/api/staff/people?q=${encodeURIComponent(q)}`)).body.people.map(
      ({ s_name }: { s_name: string }) => s_name,
    );
  for (const q of ['élodie', 'ÉLODIE', "d'souza", 'e\u0301lodie d’s'])
    expect(await people(q), q).toEqual([apart]);
  for (const q of ['കാവ്യ', 'നായർ', 'നായര്\u200d']) expect(await people(q), q).toEqual([old]);

  const forum = `${discussions}/${asha.email}`;
  const offered = async (name: string) =>
    (await client.get(`${forum}/people?name=${encodeURIComponent(name)}`)).body.map(
      (one: { name: string }) => one.name,
    );
  expect(await offered('él')).toEqual([apart]);
  expect(await offered('കാവ്യ നായർ')).toEqual([old]);
  const { body } = await client.post(
    `${forum}/question`,
    { question: "Why, @ÉLODIE D'SOUZA and @കാവ്യ നായർ?" },
    { prefer: 'return=minimal' },
  );
  expect(body.questions[0].mentions).toEqual(["@ÉLODIE D'SOUZA", '@കാവ്യ നായർ']);

  const progress = async (q: string) =>
    (
      await mentor.get(
        `/api/staff/batches/${encodeURIComponent('ÉTÉ–1')}/progress?q=${encodeURIComponent(q)}`,
      )
    ).body.students.map(({ student }: { student: { s_name: string } }) => student.s_name);
  expect(await progress('élodie')).toEqual([apart]);
  expect(await progress('നായർ')).toEqual([old]);
  for (const find of [people, progress]) expect(await find('O’NEIL–rao')).toEqual(["Mary O'Neil-Rao"]);

  // A version before changes the name alone: what was folded of the former one counts no longer.
  await context.database.transaction((writer) =>
    writer.updateTable('accounts').set({ name: 'Meera' }).where('email', '=', 'elodie@x.test').execute(),
  );
  expect(await people('élodie')).toEqual([]);
  expect(await people('meera')).toEqual(['Meera']);
  expect(await offered('mee')).toEqual(['Meera']);
});

test('who typed the batch otherwise than it is called is in it, and does not wait', async () => {
  const { office, context } = await makeClass();
  const rows = await context.database.reader
    .selectFrom('accounts')
    .where('email', 'in', ['elodie@x.test', 'kavya@x.test'])
    .select(['batch_id', 'typed_batch'])
    .execute();
  expect(rows.every(({ batch_id }) => batch_id !== null)).toBe(true);
  const { body } = await office.get('/api/staff/people?stage=waiting');
  expect(body.people).toEqual([]);
});
