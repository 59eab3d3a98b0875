import { expect, test } from 'vitest';
import { buildQuestion, buildStudent } from '#support/factories';
import { makeTestApp } from '#support/test-app';
import { forgetOldKeysJob } from '../../platform/database/make-once.ts';

const dayMs = 24 * 60 * 60_000;
const key = { 'idempotency-key': 'b5c1d2e3' };

async function makeDiscussion() {
  const app = await makeTestApp();
  const { context } = app;
  const student = await buildStudent(context);
  const batch_id = student.batch_id as number;
  const classmate = await buildStudent(context, { batch_id });
  const { id } = await buildQuestion(context, { batch_id, author_id: student.id });
  const url = `/api/discussion/discussion/${student.email}/question`;
  const rows = (table: 'questions' | 'comments' | 'idempotency_keys') =>
    context.database.reader.selectFrom(table).selectAll().execute();
  return {
    ...app,
    student,
    classmate,
    id,
    client: await app.as(student),
    ask: url,
    comment: `${url}/${id}/answer`,
    rows,
  };
}

test('a repeated question is the same question, last in the same answer', async () => {
  const { client, ask, rows } = await makeDiscussion();
  const first = await client.post(ask, { question: 'How?' }, key);
  await client.post(ask, { question: 'What came after' });
  const second = await client.post(ask, { question: ' How? ' }, key);
  expect([first.status, second.status]).toEqual([201, 201]);
  expect(second.body).toEqual(first.body);
  expect(second.body.questions.at(-1).question).toBe('How?');
  expect(await rows('questions')).toHaveLength(3);
});

test('a repeated comment is one comment', async () => {
  const { client, comment, rows } = await makeDiscussion();
  const answers = [
    await client.post(comment, { answer: 'So.' }, key),
    await client.post(comment, { answer: 'So.' }, key),
  ];
  expect(answers.map(({ status }) => status)).toEqual([201, 201]);
  expect(answers[1]?.body).toEqual(answers[0]?.body);
  expect(await rows('comments')).toHaveLength(1);
});

test('many at once make one question and one comment', async () => {
  const { client, ask, comment, rows } = await makeDiscussion();
  const answers = await Promise.all(
    Array.from({ length: 16 }, (_, n) =>
      n % 2 === 0
        ? client.post(ask, { question: 'How?' }, key)
        : client.post(comment, { answer: 'So.' }, key),
    ),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
  const asked = answers.filter((_, n) => n % 2 === 0).map(({ body }) => body.questions.at(-1)._id);
  expect(new Set(asked).size).toBe(1);
  expect(await rows('questions')).toHaveLength(2);
  expect(await rows('comments')).toHaveLength(1);
});

test('without a key, with another one, or from somebody else it is another question', async () => {
  const { client, as, classmate, ask, rows } = await makeDiscussion();
  await client.post(ask, { question: 'How?' }, key);
  await client.post(ask, { question: 'How?' });
  await client.post(ask, { question: 'How?' }, { 'idempotency-key': 'other' });
  const theirs = `/api/discussion/discussion/${classmate.email}/question`;
  expect((await (await as(classmate)).post(theirs, { question: 'How?' }, key)).status).toBe(201);
  expect(await rows('questions')).toHaveLength(5);
});

test('a key with another text, or for another question, is a conflict and writes nothing', async () => {
  const { client, context, student, ask, comment, rows } = await makeDiscussion();
  const other = await buildQuestion(context, {
    batch_id: student.batch_id as number,
    author_id: student.id,
  });
  await client.post(ask, { question: 'How?' }, key);
  await client.post(comment, { answer: 'So.' }, key);
  const refusals = [
    await client.post(ask, { question: 'Why?' }, key),
    await client.post(comment, { answer: 'Not so.' }, key),
    await client.post(`${ask}/${other.id}/answer`, { answer: 'So.' }, key),
  ];
  expect(refusals.map(({ status, body }) => [status, body.code])).toEqual(
    Array.from({ length: 3 }, () => [409, 'conflict']),
  );
  expect(await rows('questions')).toHaveLength(3);
  expect(await rows('comments')).toHaveLength(1);
});

test('a request that was refused leaves its key free', async () => {
  const { client, ask, comment, rows } = await makeDiscussion();
  const unknown = `${ask}/987654/answer`;
  expect((await client.post(unknown, { answer: 'So.' }, key)).status).toBe(404);
  expect((await client.post(comment, { answer: 'So.' }, key)).status).toBe(201);
  expect(await rows('idempotency_keys')).toHaveLength(1);
});

test('keys are kept for 90 days', async () => {
  const { as, context, student, clock, ask, rows } = await makeDiscussion();
  const send = async (headers: Record<string, string>) =>
    (await as(student)).post(ask, { question: 'How?' }, headers);
  const forget = () => forgetOldKeysJob.run(context, null, new AbortController().signal);
  await send(key);
  const before = await rows('questions');
  clock.advance(90 * dayMs);
  await forget();
  await send(key);
  expect(await rows('questions')).toHaveLength(before.length);
  clock.advance(1);
  await forget();
  expect(await rows('idempotency_keys')).toEqual([]);
});
