import { expect, test } from 'vitest';
import { buildBatch, buildMentor, buildSelection, buildStudent, buildSubmission } from '#support/factories';
import { makeTestApp, type Client } from '#support/test-app';

const key = { 'idempotency-key': 'k1' };
const first = { marks: 55, comments: 'First look', released: false };
const second = { marks: 70, comments: 'Better', released: true };

async function makeMarkable() {
  const app = await makeTestApp();
  const { context, clock } = app;
  const batch = await buildBatch(context);
  const student = await buildStudent(context, { batch_id: batch.id });
  await buildSelection(context, { account_id: student.id, started_at: clock.now() - 40 * 86_400_000 });
  const submission = await buildSubmission(context, { account_id: student.id });
  const mentor = await app.as(await buildMentor(context, [batch.id]));
  const meera = await app.as(
    await buildMentor(context, [batch.id], { name: 'Meera', email: 'meera@example.test' }),
  );
  const { reader } = context.database;
  const mark =
    (client: Client) =>
    (body: object, headers: Record<string, string> = {}) =>
      client.put(`/api/staff/submissions/${submission.number}/mark`, body, headers);
  return {
    clock,
    mark: mark(mentor),
    markAsMeera: mark(meera),
    marks: () => reader.selectFrom('marks').select(['marks', 'comments', 'released']).execute(),
    log: async () => (await reader.selectFrom('audit_log').select('id').execute()).length,
  };
}

test('a mark that is repeated after a later one does not undo it', async () => {
  const { mark, markAsMeera, marks, log } = await makeMarkable();
  expect((await mark(first, key)).status).toBe(200);
  expect((await markAsMeera(second, key)).status, 'another account’s key').toBe(200);
  expect(await mark(first, key)).toMatchObject({ status: 200, body: { marks: 70, released: true } });
  expect(await marks()).toEqual([{ ...second, released: 1 }]);
  expect(await log()).toBe(2);
});

test('a hundred equal marks at once are one mark and one line of the log', async () => {
  const { mark, log } = await makeMarkable();
  const answers = await Promise.all(Array.from({ length: 100 }, () => mark(first, key)));
  for (const { status, body } of answers) expect([status, body.marks]).toEqual([200, 55]);
  expect(await log()).toBe(1);
});

test('a key that comes back with another mark is a conflict and changes nothing', async () => {
  const { mark, marks } = await makeMarkable();
  await mark(first, key);
  for (const other of [
    second,
    { ...first, marks: 56 },
    { ...first, comments: '' },
    { ...first, released: true },
  ])
    expect(await mark(other, key)).toMatchObject({ status: 409, body: { code: 'conflict' } });
  expect(await marks()).toEqual([{ ...first, released: 0 }]);
});

test('a version that somebody else has marked since shows that mark, and changes nothing', async () => {
  const { mark, markAsMeera, marks, log, clock } = await makeMarkable();
  await markAsMeera(first);
  const markedAt = clock.now();
  clock.advance(1_000);
  for (const original of [
    null,
    { ...first, marks: 54 },
    { ...first, released: true },
    { ...first, comments: '' },
  ]) {
    const answer = await mark({ ...second, original }, key);
    expect(answer).toMatchObject({ status: 409, body: { code: 'conflict' } });
    expect(answer.body.message).toContain('marked in the meantime');
    expect(answer.body.current).toEqual({
      ...first,
      marked_by: 'Meera',
      marked_at: new Date(markedAt).toISOString(),
    });
  }
  expect(await marks()).toEqual([{ ...first, released: 0 }]);
  expect(await log()).toBe(1);
});

test('a mark begun from the one that stands there is taken, and so is the first one', async () => {
  const { mark, marks } = await makeMarkable();
  expect((await mark({ ...first, original: null })).status).toBe(200);
  expect((await mark({ ...first, original: null })).status, 'the same again').toBe(200);
  const original = { ...first, comments: ' First look\n' };
  expect((await mark({ ...second, original }, key)).status).toBe(200);
  expect(await marks()).toEqual([{ ...second, released: 1 }]);
});

test('what is no mark is no original one either', async () => {
  const { mark, marks } = await makeMarkable();
  for (const original of [5, 'none', {}, { marks: 101 }, { marks: 1, comments: 5 }])
    expect((await mark({ ...first, original })).status, JSON.stringify(original)).toBe(400);
  expect(await marks()).toEqual([]);
});
