import { expect, test } from 'vitest';
import { discussion } from '#contract/forum/calls';
import { makeDatabase } from '#server/platform/database/database';
import { openPostgres } from '#server/platform/database/postgres/postgres';
import { openSqlite } from '#server/platform/database/sqlite/sqlite';
import { engineName } from '#support/empty-database';
import { buildBatch, buildComment, buildMentor, buildQuestion, buildStudent } from '#support/factories';
import { makeTestApp } from '#support/test-app';
import { recordQueries } from '#support/record-queries';

const discussions = '/api/discussion/discussion';

async function makeDiscussion() {
  const app = await makeTestApp();
  const { context } = app;
  const batch = await buildBatch(context, { name: 'MERN "2026" <11>' });
  const student = await buildStudent(context, { batch_id: batch.id, name: 'Asha "A" \\ മീര' });
  const classmate = await buildStudent(context, { batch_id: batch.id });
  const question = await buildQuestion(context, {
    batch_id: batch.id,
    author_id: student.id,
    text: '“Why?”\n\u2028',
  });
  const clients = { student: await app.as(student), classmate: await app.as(classmate) };
  const read = async (user: 'student' | 'classmate' = 'student') =>
    (await clients[user].get(`${discussions}/${(user === 'student' ? student : classmate).email}`)).body;
  return { ...app, batch, student, classmate, question, clients, read };
}

test('the answer is exactly what the contract names, read or cached', async () => {
  const { read, question, classmate, context, clients, student } = await makeDiscussion();
  await buildComment(context, { question_id: question.id, author_id: classmate.id, text: '</script>\t😀' });
  const fresh = await read();
  const exact = discussion.strict();
  expect(exact.parse(fresh)).toEqual(fresh);
  expect([
    ...Object.keys(fresh.questions[0]),
    'html',
    'mentions',
    'attachments',
    'anonymous',
    'solution',
    'locked',
    'pinned',
  ]).toEqual(Object.keys(exact.shape.questions.element.shape));
  expect(fresh.batch).toBe('MERN "2026" <11>');
  expect(await read()).toEqual(fresh);
  const answer = await clients.student.get(`${discussions}/${student.email}`);
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
});

test('each reader gets the own favorites and permissions from what is cached', async () => {
  const { read, clients, classmate, question } = await makeDiscussion();
  await read();
  const url = `${discussions}/${classmate.email}/question/${question.id}/favorite`;
  expect((await clients.classmate.put(url)).status).toBe(204);
  expect((await read()).questions[0]).toMatchObject({ isFavorite: false, can: { edit: true, delete: true } });
  expect((await read('classmate')).questions[0]).toMatchObject({
    isFavorite: true,
    can: { edit: false, delete: false },
  });
  await clients.classmate.delete(url);
  expect((await read('classmate')).questions[0].isFavorite).toBe(false);
});

test('fewer questions than a page are cut from the cached page: one query beside the session’s', async () => {
  const { context, clients, student, batch } = await makeDiscussion();
  const url = `${discussions}/${student.email}`;
  const asked = [];
  for (let n = 0; n < 3; n += 1) {
    asked.push(await buildQuestion(context, { batch_id: batch.id, author_id: student.id }));
  }
  for (const { id } of asked.slice(0, 2)) await clients.student.put(`${url}/question/${id}/favorite`);
  const { body: page } = await clients.student.get(url);
  const recorded = await recordQueries(context.database);
  const { body } = await clients.student.get(`${url}?limit=2`);
  expect(recorded.queries()).toHaveLength(2);
  expect(body).toEqual({ ...page, questions: page.questions.slice(-2) });
  expect(body.questions.map((question: any) => [question._id, question.isFavorite])).toEqual([
    [String(asked[1]?.id), true],
    [String(asked[2]?.id), false],
  ]);
});

test('fewer questions than a page fill the cache with a whole page', async () => {
  const { context, clients, student, batch, read } = await makeDiscussion();
  await buildQuestion(context, { batch_id: batch.id, author_id: student.id });
  const { body } = await clients.student.get(`${discussions}/${student.email}?limit=1`);
  expect(body.questions).toHaveLength(1);
  const recorded = await recordQueries(context.database);
  expect((await read()).questions).toHaveLength(2);
  expect(recorded.queries()).toHaveLength(2);
});

test('what another process writes shows at once, its views within two seconds', async () => {
  const { read, context, clock, batch, student, classmate, question, databaseLocation } =
    await makeDiscussion();
  const other = makeDatabase(
    engineName === 'postgres' ? openPostgres(databaseLocation) : openSqlite(databaseLocation),
  );
  const elsewhere = { ...context, database: other };
  const change = (set: { text?: string; view_count?: number; deleted_at?: number | null }) =>
    other.transaction((writer) =>
      writer.updateTable('questions').set(set).where('id', '=', question.id).execute(),
    );
  const first = async () => (await read()).questions[0];
  try {
    expect(await first()).toMatchObject({ answers: [], views: 0 });
    await buildComment(elsewhere, { question_id: question.id, author_id: classmate.id, text: 'Hello' });
    expect(await first()).toMatchObject({ answers: ['Hello'] });
    await change({ text: 'How?' });
    expect(await first()).toMatchObject({ question: 'How?' });
    await change({ view_count: 5 });
    clock.advance(2_000);
    expect(await first()).toMatchObject({ views: 5 });
    await buildQuestion(elsewhere, { batch_id: batch.id, author_id: student.id, text: 'More?' });
    expect((await read()).questions).toHaveLength(2);
    await change({ deleted_at: 1 });
    expect(await first()).toMatchObject({ question: 'More?' });
    await change({ deleted_at: null });
    expect(await first()).toMatchObject({ question: 'How?' });
  } finally {
    await other.close();
  }
});

test('a question fills the cache for everybody’s next read', async () => {
  const { read, clients, student, context } = await makeDiscussion();
  await read('classmate');
  const url = `${discussions}/${student.email}/question`;
  expect((await clients.student.post(url, { question: 'More?' })).status).toBe(201);
  const recorded = await recordQueries(context.database);
  expect((await read('classmate')).questions).toMatchObject([{}, { question: 'More?' }]);
  // The session, and the version with the reader's favorites.
  expect(recorded.queries()).toHaveLength(2);
});

test('somebody who comes shows as online within two seconds', async () => {
  const { read, question, classmate, context, clock } = await makeDiscussion();
  const mentor = await buildMentor(context, [classmate.batch_id as number]);
  await buildComment(context, { question_id: question.id, author_id: mentor.id });
  const isOnline = async () => (await read()).questions[0].comments[0].author.online;
  expect(await isOnline()).toBe(false);
  await context.database.transaction((writer) =>
    writer
      .insertInto('presences')
      .values({
        batch_id: classmate.batch_id as number,
        account_id: mentor.id,
        online_until: clock.now() + 30_000,
      })
      .execute(),
  );
  clock.advance(2_000);
  expect(await isOnline()).toBe(true);
});

test('two batches are cached apart', async () => {
  const { read, context, as } = await makeDiscussion();
  await read();
  const stranger = await buildStudent(context);
  await buildQuestion(context, {
    batch_id: stranger.batch_id as number,
    author_id: stranger.id,
    text: 'Theirs',
  });
  const client = await as(stranger);
  for (const _ of ['read', 'cached']) {
    const { body } = await client.get(`${discussions}/${stranger.email}`);
    expect(body.questions.map(({ question }: { question: string }) => question)).toEqual(['Theirs']);
  }
  expect((await read()).questions).toHaveLength(1);
});
