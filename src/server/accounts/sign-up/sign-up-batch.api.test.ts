import { expect, test } from 'vitest';
import { buildBatch } from '#support/factories';
import { makeTestApp, type TestApp } from '#support/test-app';
import { confirmAccount } from '../../people/confirm-account.ts';

let count = 0;

/** Signs somebody up with a batch's name as typed; returns what the answer and the database say of them. */
async function joins({ nobody, context }: TestApp, batch: string, more: Record<string, unknown> = {}) {
  const email = `person${++count}@example.test`;
  const answer = await nobody.post('/api/auth/signup', {
    name: 'Somebody',
    email,
    password: 'secret1',
    phone: '9876543210',
    batch,
    ...more,
  });
  expect(answer.status).toBe(201);
  const row = await context.database.reader
    .selectFrom('accounts')
    .where('email', '=', email)
    .selectAll()
    .executeTakeFirstOrThrow();
  return { batch: answer.body.student.batch as string | null, row, answer };
}

test('a batch is known without regard to case and spaces, and by nothing less', async () => {
  const app = await makeTestApp();
  const { id } = await buildBatch(app.context, { name: 'MERN 2026-11' });
  for (const typed of ['MERN 2026-11', ' mern2026-11 ', 'M E R N\t2026 - 11']) {
    const { batch, row } = await joins(app, typed);
    expect(batch, typed).toBe('MERN 2026-11');
    expect(row).toMatchObject({ batch_id: id, typed_batch: typed.trim() });
  }
  for (const typed of ['MERN 2026', 'MERN 2026-11%', 'MERN 2026-1_', 'MERN 202611']) {
    expect((await joins(app, typed)).batch, typed).toBeNull();
  }
});

test('an unknown batch leads to the default one, and the operator still sees what was typed', async () => {
  const app = await makeTestApp();
  await buildBatch(app.context, { name: 'OTHER' });
  const { id } = await buildBatch(app.context, { name: 'DEFAULT', is_default: 1 });
  const { batch, row } = await joins(app, 'Evening group');
  expect(batch).toBe('DEFAULT');
  expect(row).toMatchObject({ batch_id: id, typed_batch: 'Evening group' });
  expect((await joins(app, 'other')).batch, 'a known one goes before the default').toBe('OTHER');
  await buildBatch(app.context, { name: 'OLD', is_open: 0 });
  expect((await joins(app, 'OLD')).batch, 'one that is over is as unknown').toBe('DEFAULT');
});

test('without a default the student waits for placement', async () => {
  const app = await makeTestApp();
  await buildBatch(app.context, { name: 'OTHER' });
  const { batch, row } = await joins(app, 'Evening group');
  expect(batch).toBeNull();
  expect(row).toMatchObject({ batch_id: null, typed_batch: 'Evening group' });
});

test('a batch that is not open takes nobody, not even as the default', async () => {
  const app = await makeTestApp();
  await buildBatch(app.context, { name: 'OLD', is_open: 0 });
  expect((await joins(app, 'OLD')).batch).toBeNull();
  await buildBatch(app.context, { name: 'CLOSED', is_open: 0, is_default: 1 });
  expect((await joins(app, 'OLD')).batch).toBeNull();
});

test('a batch for invited addresses takes nobody by its name, and tells nobody who is invited', async () => {
  const app = await makeTestApp();
  const { id } = await buildBatch(app.context, { name: 'EVE-1', joining: 'invited' });
  await buildBatch(app.context, { name: 'DEFAULT', is_default: 1 });
  const invited = `person${count + 1}@example.test`;
  await app.context.database.transaction((writer) =>
    writer
      .insertInto('imported_people')
      .values({ email: invited, batch_id: id, exit_score: null, grade: null, imported_at: 1 })
      .execute(),
  );
  const answers = [await joins(app, 'eve-1'), await joins(app, 'EVE-1')];
  const [first, second] = answers.map(({ answer: { body } }) => {
    const { s_id: _, account: __, ...student } = body.student;
    return { ...body, student };
  });
  expect(first, 'the invited one and the other').toEqual(second);
  for (const { row } of answers) expect(row).toMatchObject({ batch_id: null });
  const confirmed = await confirmAccount(app.context, invited);
  expect(confirmed.after.batch, 'with the address the invitation counts').toBe('EVE-1');
  const other = answers[1]!.row;
  expect((await confirmAccount(app.context, other.email)).after.batch).toBeNull();
  const course = (account: { id: number; email: string }) => async () =>
    (await (await app.as(account)).get(`/api/students/studentCourse/${account.email}`)).body;
  expect(await course(other)()).toMatchObject({ s_typedbatch: 'EVE-1', s_typedjoining: 'invited' });
  expect(await course(answers[0]!.row)()).toMatchObject({ s_typedbatch: null });
  await buildBatch(app.context, { name: 'OLD', joining: 'invited', is_open: 0 });
  const old = await joins(app, 'OLD');
  expect(old.batch, 'a closed one is as unknown').toBe('DEFAULT');
  expect(await course(old.row)()).not.toHaveProperty('s_typedjoining');
});

test('a default batch for invited addresses takes nobody', async () => {
  const app = await makeTestApp();
  await buildBatch(app.context, { name: 'DEFAULT', is_default: 1, joining: 'invited' });
  expect((await joins(app, 'unknown')).batch).toBeNull();
});

test('nothing else that a body holds changes the account', async () => {
  const app = await makeTestApp();
  const open = await buildBatch(app.context, { name: 'OPEN' });
  const closed = await buildBatch(app.context, { name: 'CLOSED', is_open: 0 });
  const { row, answer } = await joins(app, 'OPEN', {
    id: 4711,
    role: 'administrator',
    batch_id: closed.id,
    batches: ['CLOSED'],
    exit_score: 99,
    s_exitscore: 99,
    grade: 'A',
    confirmed_at: 1,
    created_at: 1,
    seen_at: 1,
    password_hash: 'mine',
    typed_batch: 'mine',
  });
  expect(row.id).not.toBe(4711);
  expect(row).toMatchObject({
    role: 'student',
    batch_id: open.id,
    exit_score: null,
    grade: null,
    confirmed_at: null,
    created_at: app.clock.now(),
    seen_at: null,
    typed_batch: 'OPEN',
  });
  expect(row.password_hash).toMatch(/^\$argon2id\$/);
  expect(answer.body.student).toMatchObject({ role: 'student', batch: 'OPEN', batches: [] });
});

test("whoever signs up with somebody else's address gets nothing that was imported about it", async () => {
  const app = await makeTestApp();
  const theirs = await buildBatch(app.context, { name: 'THEIRS' });
  const email = `person${count + 1}@example.test`;
  await app.context.database.transaction((writer) =>
    writer
      .insertInto('imported_people')
      .values({ email, batch_id: theirs.id, exit_score: 91, grade: 'A+', imported_at: 1 })
      .execute(),
  );
  const { row, batch } = await joins(app, 'unknown');
  expect(row.email).toBe(email);
  expect(batch).toBeNull();
  expect(row).toMatchObject({ batch_id: null, exit_score: null, grade: null, confirmed_at: null });
  const login = await app.nobody.post('/api/auth/login', { email, password: 'secret1' });
  const cookie = String(login.headers['set-cookie']).split(';')[0] as string;
  const course = await app.nobody.get(`/api/students/studentCourse/${email}`, { cookie });
  expect(course).toMatchObject({
    status: 200,
    body: { s_course: null, s_grade: null, s_exitscore: null, s_mentor: null },
  });
});
