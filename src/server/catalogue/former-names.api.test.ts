import { expect, test } from 'vitest';
import { buildAdministrator, buildBatch, buildMentor, buildQuestion, buildStudent } from '#support/factories';
import { makeTestApp } from '#support/test-app';

async function makeRenamed(more: Parameters<typeof buildBatch>[1] = {}) {
  const app = await makeTestApp();
  const { context } = app;
  const batch = await buildBatch(context, { name: 'MERN-2026-11', ...more });
  const office = await app.as(await buildAdministrator(context));
  const addressOf = (name: string) => `/api/staff/catalogue/batches/${encodeURIComponent(name)}`;
  const rename = async (from: string, to: string) => {
    const { body } = await office.get(addressOf(from));
    const { accounts: _, used: __, ...fields } = body;
    const answer = await office.put(addressOf(from), { ...fields, name: to });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    return answer.body;
  };
  const signUp = async (typed: string, email: string) => {
    const fields = { name: 'Asha', email, password: 'secret1', phone: '9876543210', batch: typed };
    expect((await app.nobody.post('/api/auth/signup', fields)).status).toBe(201);
    return context.database.reader
      .selectFrom('accounts')
      .where('email', '=', email)
      .select(['id', 'email', 'batch_id', 'typed_batch'])
      .executeTakeFirstOrThrow();
  };
  const suggested = async (q: string) => {
    const { body } = await app.nobody.get(`/api/auth/batches?q=${encodeURIComponent(q)}`);
    return body.map(({ name }: { name: string }) => name);
  };
  return { ...app, batch, office, rename, signUp, suggested, addressOf };
}

const forum = (name: string) => `/api/discussion/discussion/${encodeURIComponent(name)}`;

test('a batch is found by its former names: by its staff in every call, and by whoever signs up with one', async () => {
  const { context, batch, office, as, rename, signUp, suggested, addressOf } = await makeRenamed();
  const anjali = await buildMentor(context, [batch.id]);
  await buildQuestion(context, { batch_id: batch.id, author_id: anjali.id });
  const mentor = await as(anjali);
  await rename('MERN-2026-11', 'Full Stack');
  await rename('mern-2026-11', 'Full Stack 11');
  for (const name of ['MERN-2026-11', 'mern–2026–11', 'full stack', 'Full Stack 11']) {
    for (const staff of [mentor, office]) {
      expect(await staff.get(forum(name)), name).toMatchObject({
        status: 200,
        body: { batch: 'Full Stack 11', questions: [{}] },
      });
      expect((await staff.get(`/api/staff/batches/${encodeURIComponent(name)}/progress`)).status).toBe(200);
    }
    expect((await office.get(`/api/staff/people?batch=${encodeURIComponent(name)}`)).status).toBe(200);
    expect((await office.get(addressOf(name))).body.name).toBe('Full Stack 11');
  }
  expect(await suggested('mern-2026-11')).toEqual(['Full Stack 11']);
  expect(await suggested('mern-2026')).toEqual([]);
  const joined = await signUp('MERN-2026-11', 'asha@x.test');
  expect(joined, 'in the batch, and not waiting').toMatchObject({ batch_id: batch.id, typed_batch: null });
});

test('to whoever may not see a batch its former name says what an unknown one does', async () => {
  const { context, batch, as, rename, signUp, suggested } = await makeRenamed({ is_open: 0 });
  const other = await buildBatch(context, { name: 'OTHER' });
  const people = [
    await buildStudent(context, { batch_id: other.id }),
    await buildMentor(context, [other.id]),
  ];
  await rename('MERN-2026-11', 'Full Stack');
  for (const person of people) {
    const client = await as(person);
    for (const address of [forum, (name: string) => `/api/staff/batches/${name}/submissions`]) {
      const [former, unknown] = [
        await client.get(address('MERN-2026-11')),
        await client.get(address('NONE')),
      ];
      expect([former.status, former.body.message]).toEqual([unknown.status, unknown.body.message]);
      expect(former.status).toBe(403);
    }
  }
  expect(await suggested('MERN-2026-11'), 'it is not open').toEqual([]);
  expect(await signUp('MERN-2026-11', 'asha@x.test')).toMatchObject({
    batch_id: null,
    typed_batch: 'MERN-2026-11',
  });
  expect(batch.is_open).toBe(0);
});

test('a name that another batch has today means that one, and after it the batch that had it last', async () => {
  const { context, batch, office, rename, signUp, addressOf } = await makeRenamed();
  await rename('MERN-2026-11', 'First');
  const next = await buildBatch(context, { name: 'Next' });
  await rename('Next', 'mern - 2026-11');
  expect(await signUp('MERN- 2026-11', 'a@x.test')).toMatchObject({ batch_id: next.id });
  await rename('MERN-2026-11', 'Second');
  expect(await signUp('MERN-2026-11', 'b@x.test')).toMatchObject({ batch_id: next.id, typed_batch: null });
  // Its own name again: nothing of it is a former one.
  await rename('First', 'MERN-2026-11');
  expect(await signUp('MERN-2026-11', 'c@x.test')).toMatchObject({ batch_id: batch.id });
  expect((await office.get(addressOf('Next'))).body.name).toBe('Second');
  const names = await context.database.reader
    .selectFrom('former_batch_names')
    .select(['name_key', 'batch_id'])
    .orderBy('name_key')
    .execute();
  expect(names).toEqual([
    { name_key: 'first', batch_id: batch.id },
    { name_key: 'next', batch_id: next.id },
  ]);
});

test('a batch that is removed takes its former names along', async () => {
  const { office, rename, addressOf, context } = await makeRenamed();
  await rename('MERN-2026-11', 'Full Stack');
  expect((await office.delete(addressOf('Full Stack'))).status).toBe(204);
  expect((await office.get(addressOf('MERN-2026-11'))).status).toBe(404);
  expect(await context.database.reader.selectFrom('former_batch_names').select('batch_id').execute()).toEqual(
    [],
  );
});

test('whoever typed the name that the batch had does not wait for placement once it is renamed', async () => {
  const { as, office, context, batch, rename, signUp } = await makeRenamed();
  const asha = await signUp('mern-2026 -11', 'asha@x.test');
  const waits = await buildStudent(context, { batch_id: batch.id, typed_batch: 'Evening group' });
  await rename('MERN-2026-11', 'Full Stack');
  const { body } = await office.get('/api/staff/people?stage=waiting');
  expect(body.people.map(({ s_id }: { s_id: string }) => s_id)).toEqual([waits.email]);
  expect((await (await as(asha)).get(`/api/students/studentCourse/${asha.email}`)).body).toMatchObject({
    s_typedbatch: null,
  });
});
