import { expect, test } from 'vitest';
import { buildBatch, buildCourse, buildProject, buildStudent } from '#support/factories';
import { makeTestApp } from '#support/test-app';

const key = { 'idempotency-key': 'k1' };

async function makeChoice() {
  const app = await makeTestApp();
  const { context } = app;
  const course = await buildCourse(context);
  const batch = await buildBatch(context, { course_id: course.id });
  await buildProject(context, { id: 'P001', course_id: course.id });
  await buildProject(context, { id: 'P002', course_id: course.id });
  const student = await buildStudent(context, { batch_id: batch.id });
  const client = await app.as(student);
  const choose = (p_id: string, headers: Record<string, string> = {}) =>
    client.post('/api/students/selectProject', { sp_id: student.email, p_id }, headers);
  const count = async (table: 'selections' | 'idempotency_keys') =>
    (await context.database.reader.selectFrom(table).select('account_id').execute()).length;
  return { choose, count };
}

test('a choice that is repeated with its key is answered as the first time', async () => {
  const { choose, count } = await makeChoice();
  const first = await choose('P001', key);
  const again = await choose('P001', key);
  expect([first.status, again.status]).toEqual([201, 201]);
  expect(again.body).toEqual(first.body);
  expect((await choose('P001')).status, 'without a key').toBe(200);
  expect((await choose('P001', { 'idempotency-key': 'k2' })).status, 'with another key').toBe(200);
  // Both: after the choice is undone, neither request chooses once more.
  expect([await count('selections'), await count('idempotency_keys')]).toEqual([1, 2]);
});

test('a hundred equal choices at once are one, and each is answered as new', async () => {
  const { choose, count } = await makeChoice();
  const answers = await Promise.all(Array.from({ length: 100 }, () => choose('P001', key)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
  expect(await count('selections')).toBe(1);
});

test('a key that comes back with another project is a conflict', async () => {
  const { choose, count } = await makeChoice();
  await choose('P001', key);
  expect(await choose('P002', key)).toMatchObject({ status: 409, body: { code: 'conflict' } });
  expect(await count('selections')).toBe(1);
});

test('a refused choice leaves its key free', async () => {
  const { choose, count } = await makeChoice();
  expect((await choose('UNKNOWN', key)).status).toBe(400);
  expect(await count('idempotency_keys')).toBe(0);
  expect((await choose('P002', key)).status).toBe(201);
});
