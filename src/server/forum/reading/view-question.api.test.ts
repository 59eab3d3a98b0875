import { expect, test, vi } from 'vitest';
import { eventually } from '#support/eventually';
import { makeDatabase } from '#server/platform/database/database';
import { openPostgres } from '#server/platform/database/postgres/postgres';
import { openSqlite } from '#server/platform/database/sqlite/sqlite';
import { engineName } from '#support/empty-database';
import { buildMentor, buildQuestion, buildStudent } from '#support/factories';
import { makeTestApp } from '#support/test-app';
import { recordQueries } from '#support/record-queries';
import { makeViewRecorder } from './view-question.ts';

const discussions = '/api/discussion/discussion';

async function makeQuestion() {
  const app = await makeTestApp();
  const { context } = app;
  const author = await buildStudent(context);
  const batch_id = author.batch_id as number;
  const { id } = await buildQuestion(context, { batch_id, author_id: author.id });
  const reader = async (account = author) => {
    const client = await app.as(account);
    const url = `${discussions}/${account.email}`;
    return {
      view: () => client.post(`${url}/question/${id}/view`),
      viewsShown: async () => (await client.get(url)).body.questions[0].views as number,
    };
  };
  const classmate = () => buildStudent(context, { batch_id });
  /** What the database has counted; a server that has stopped has written all its views. */
  const viewsCounted = async () => {
    const question = context.database.reader.selectFrom('questions').where('id', '=', id);
    return (await question.select('view_count').executeTakeFirstOrThrow()).view_count;
  };
  return { ...app, batch_id, author, id, reader, classmate, viewsCounted };
}

test('views count each reader once, and authors not at all', async () => {
  const { app, reader, classmate, viewsCounted } = await makeQuestion();
  const mine = await reader();
  const first = await reader(await classmate());
  const second = await reader(await classmate());
  for (const { view } of [mine, first, first, second, first, mine]) expect((await view()).status).toBe(204);
  await app.close();
  expect(await viewsCounted()).toBe(2);
});

test('a mentor’s view counts like any reader’s', async () => {
  const { app, as, context, batch_id, id, viewsCounted } = await makeQuestion();
  const { name } = await context.database.reader
    .selectFrom('batches')
    .where('id', '=', batch_id)
    .select('name')
    .executeTakeFirstOrThrow();
  const mentor = await as(await buildMentor(context, [batch_id]));
  expect((await mentor.post(`${discussions}/${name}/question/${id}/view`)).status).toBe(204);
  await app.close();
  expect(await viewsCounted()).toBe(1);
});

test('a hundred views at once, of four readers, count four', async () => {
  const { app, reader, classmate, viewsCounted } = await makeQuestion();
  const readers = await Promise.all(Array.from({ length: 4 }, async () => reader(await classmate())));
  const answers = await Promise.all(readers.flatMap(({ view }) => Array.from({ length: 25 }, view)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204]));
  await app.close();
  expect(await viewsCounted()).toBe(4);
});

test(
  'while the server runs, views are shown a moment later without anybody’s doing',
  { tags: 'full' },
  async () => {
    const { reader, classmate, clock } = await makeQuestion();
    const mine = await reader();
    expect(await mine.viewsShown()).toBe(0);
    await (await reader(await classmate())).view();
    const shown = async () => {
      clock.advance(2_000);
      return mine.viewsShown();
    };
    await eventually(async () => expect(await shown()).toBe(1));
  },
);

test('views do not invalidate the cached discussion; their count follows within two seconds', async () => {
  const { context, reader, classmate, clock, id } = await makeQuestion();
  const mine = await reader();
  const recorder = makeViewRecorder(context);
  expect(await mine.viewsShown()).toBe(0);
  await recorder.add({ questionId: id, viewerId: (await classmate()).id });
  await recorder.flush();
  const recorded = await recordQueries(context.database);
  await mine.viewsShown();
  // The session, and the version with the reader's favorites.
  expect(recorded.queries()).toHaveLength(2);
  clock.advance(2_000);
  expect(await mine.viewsShown()).toBe(1);
});

test('the batches of two processes add up, and a viewer of both counts once', async () => {
  const { context, id, classmate, databaseLocation, viewsCounted } = await makeQuestion();
  const viewers = await Promise.all(Array.from({ length: 6 }, classmate));
  const database = makeDatabase(
    engineName === 'postgres' ? openPostgres(databaseLocation) : openSqlite(databaseLocation),
  );
  try {
    const here = makeViewRecorder(context);
    const elsewhere = makeViewRecorder({ ...context, database });
    for (const viewer of viewers.slice(0, 4)) await here.add({ questionId: id, viewerId: viewer.id });
    for (const viewer of viewers.slice(2).toReversed())
      await elsewhere.add({ questionId: id, viewerId: viewer.id });
    await Promise.all([here.flush(), elsewhere.flush()]);
  } finally {
    await database.close();
  }
  expect(await viewsCounted()).toBe(6);
  const rows = await context.database.reader.selectFrom('question_views').selectAll().execute();
  const sorted = (ids: number[]) => ids.toSorted((a, b) => a - b);
  expect(sorted(rows.map((row) => row.account_id))).toEqual(sorted(viewers.map((viewer) => viewer.id)));
});

test('a view is answered while the database takes no changes, and counts later', async () => {
  const { app, context, reader, classmate, viewsCounted } = await makeQuestion();
  const warned = vi.spyOn(context.log, 'warn');
  const refused = new Error('The database is busy');
  const writes = vi.spyOn(context.database, 'nonDurableTransaction').mockRejectedValue(refused);
  expect((await (await reader(await classmate())).view()).status).toBe(204);
  await eventually(() =>
    expect(warned).toHaveBeenCalledWith({ err: refused }, 'question views could not be saved; trying again'),
  );
  writes.mockRestore();
  await app.close();
  expect(await viewsCounted()).toBe(1);
});
