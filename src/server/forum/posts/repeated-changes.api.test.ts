import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { engineName } from '#support/empty-database';
import { buildBatch, buildMentor, buildQuestion, buildStudent } from '#support/factories';
import { openLocation } from '#support/locations';
import { makeTestApp, type Answer, type Client } from '#support/test-app';

const key = { 'idempotency-key': 'k1' };
const otherKey = { 'idempotency-key': 'k2' };

async function makeQuestion() {
  const app = await makeTestApp();
  const { context } = app;
  const batch = await buildBatch(context);
  const author = await buildStudent(context, { batch_id: batch.id });
  const mentor = await buildMentor(context, [batch.id]);
  const build = () => buildQuestion(context, { batch_id: batch.id, author_id: author.id, text: 'Why?' });
  const { id } = await build();
  const discussion = `/api/discussion/discussion/${author.email}`;
  const client = await app.as(author);
  return {
    ...app,
    author,
    client,
    mentorClient: await app.as(mentor),
    url: `${discussion}/question/${id}`,
    mentorUrl: `/api/discussion/discussion/${encodeURIComponent(batch.name)}/question/${id}`,
    otherUrl: `${discussion}/question/${(await build()).id}`,
    stored: () =>
      context.database.reader
        .selectFrom('questions')
        .where('id', '=', id)
        .select(['text', 'edited_at', 'deleted_at'])
        .executeTakeFirstOrThrow(),
    favorites: async () =>
      (await context.database.reader.selectFrom('question_favorites').select('question_id').execute()).length,
    log: () => context.database.reader.selectFrom('audit_log').orderBy('id').select('act').execute(),
    keys: async () =>
      (await context.database.reader.selectFrom('idempotency_keys').select('kind').execute()).length,
  };
}

test('an edit that is repeated after a later one does not undo it', async () => {
  const { client, url, stored, clock } = await makeQuestion();
  const first = await client.put(url, { questionText: 'First' }, key);
  await client.put(url, { questionText: 'Second' }, otherKey);
  const editedAt = (await stored()).edited_at;
  clock.advance(1_000);
  const again = await client.put(url, { questionText: ' First ' }, key);
  expect([first.status, again.status]).toEqual([200, 200]);
  expect(again.body.questions.map(({ question }: { question: string }) => question)).toContain('Second');
  expect(await stored()).toEqual({ text: 'Second', edited_at: editedAt, deleted_at: null });
});

test('a deletion that is repeated answers as before, and does not delete what was restored', async () => {
  const { client, url, stored, context } = await makeQuestion();
  const first = await client.delete(url, key);
  const again = await client.delete(url, key);
  expect([first.status, again.status]).toEqual([200, 200]);
  expect(again.body).toEqual(first.body);
  expect((await client.delete(url)).status, 'without a key').toBe(404);
  await context.database.transaction((writer) =>
    writer.updateTable('questions').set({ deleted_at: null }).execute(),
  );
  expect((await client.delete(url, key)).status).toBe(200);
  expect(await stored()).toMatchObject({ deleted_at: null });
});

test('an edit that is repeated after the deletion answers as before', async () => {
  const { client, url } = await makeQuestion();
  await client.put(url, { questionText: 'First' }, key);
  await client.delete(url);
  expect((await client.put(url, { questionText: 'First' }, key)).status).toBe(200);
  expect((await client.put(url, { questionText: 'First' }, otherKey)).status).toBe(404);
});

test('a favourite that is repeated after it was dropped stays dropped, and the other way round', async () => {
  const { client, url, favorites } = await makeQuestion();
  const favorite = `${url}/favorite`;
  expect((await client.put(favorite, undefined, key)).status).toBe(204);
  expect((await client.delete(favorite, otherKey)).status).toBe(204);
  expect((await client.put(favorite, undefined, key)).status).toBe(204);
  expect(await favorites()).toBe(0);
  await client.put(favorite, undefined, { 'idempotency-key': 'k3' });
  expect((await client.delete(favorite, otherKey)).status).toBe(204);
  expect(await favorites()).toBe(1);
});

const statuses = (answers: Answer[]) => new Set(answers.map(({ status }) => status));

test('fifty equal changes at once have one effect', async () => {
  const { client, mentorClient, url, mentorUrl, favorites, log, keys } = await makeQuestion();
  // As many as wait in line on a slow machine, where the account takes much of the thread.
  const fifty = (send: () => Promise<Answer>) => Promise.all(Array.from({ length: 50 }, send));
  expect(statuses(await fifty(() => mentorClient.put(mentorUrl, { questionText: 'Better' }, key)))).toEqual(
    new Set([200]),
  );
  expect(statuses(await fifty(() => client.put(`${url}/favorite`, undefined, key)))).toEqual(new Set([204]));
  expect(statuses(await fifty(() => mentorClient.delete(mentorUrl, key)))).toEqual(new Set([200]));
  expect(await favorites()).toBe(1);
  expect(await log()).toEqual([{ act: 'edit-question' }, { act: 'delete-question' }]);
  expect(await keys()).toBe(3);
});

test('a key that comes back with something else is a conflict and changes nothing', async () => {
  const { client, url, otherUrl, stored, favorites, keys } = await makeQuestion();
  const sends: [(client: Client) => Promise<Answer>, (client: Client) => Promise<Answer>][] = [
    [(c) => c.put(url, { questionText: 'A' }, key), (c) => c.put(url, { questionText: 'B' }, key)],
    [(c) => c.put(url, { questionText: 'A' }, key), (c) => c.put(otherUrl, { questionText: 'A' }, key)],
    [(c) => c.put(`${url}/favorite`, undefined, key), (c) => c.delete(`${url}/favorite`, key)],
    [(c) => c.delete(otherUrl, key), (c) => c.delete(url, key)],
  ];
  for (const [first, second] of sends) {
    expect((await first(client)).status).toBeLessThan(300);
    expect(await second(client)).toMatchObject({
      status: 409,
      body: { code: 'conflict', message: 'This Idempotency-Key belongs to another request.' },
    });
  }
  expect(await stored()).toMatchObject({ text: 'A', deleted_at: null });
  expect(await favorites()).toBe(1);
  expect(await keys()).toBe(3);
});

test('a key counts within its account, and is free again after a refusal', async () => {
  const { client, mentorClient, url, mentorUrl, as, context, author, stored, keys } = await makeQuestion();
  const classmate = await buildStudent(context, { batch_id: author.batch_id });
  const theirs = url.replace(author.email, classmate.email);
  expect((await (await as(classmate)).put(theirs, { questionText: 'Mine' }, key)).status).toBe(403);
  expect(await keys()).toBe(0);
  await client.put(url, { questionText: 'First' }, key);
  await mentorClient.put(mentorUrl, { questionText: 'Second' }, key);
  expect(await stored()).toMatchObject({ text: 'Second' });
  expect(await keys()).toBe(2);
});

test('a view takes a key and keeps none', async () => {
  const { mentorClient, mentorUrl, keys } = await makeQuestion();
  expect((await mentorClient.post(`${mentorUrl}/view`, undefined, key)).status).toBe(204);
  expect(await keys()).toBe(0);
});

// SQLite has one writer: whoever comes second waits until the first one's transaction has ended.
test.runIf(engineName === 'postgres')(
  'while the first one still runs, the second is told to come again',
  async () => {
    const { client, url, author, databaseLocation, stored } = await makeQuestion();
    const other = openLocation(databaseLocation);
    onTestFinished(() => other.close());
    const answer = await other.writer.transaction().execute(async (writer) => {
      await sql`insert into idempotency_keys (account_id, kind, idempotency_key, content_sha256, created_at)
        values (${author.id}, 'question-edit', 'k1', '', 0)`.execute(writer);
      return client.put(url, { questionText: 'First' }, key);
    });
    expect(answer).toMatchObject({
      status: 409,
      body: { code: 'conflict' },
      headers: { 'retry-after': '3' },
    });
    expect(await stored()).toMatchObject({ text: 'Why?' });
  },
);
