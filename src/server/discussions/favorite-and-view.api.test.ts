import { expect, test } from 'vitest';
import { buildMentor, buildQuestion, buildStudent } from '#support/factories';
import { makeTestApp } from '#support/test-app';

const forum = '/api/discussion/discussion';

async function makeQuestion() {
  const app = await makeTestApp();
  const { context } = app;
  const author = await buildStudent(context);
  const batch_id = author.batch_id as number;
  const { id } = await buildQuestion(context, { batch_id, author_id: author.id });
  const reader = async (account = author) => {
    const client = await app.as(account);
    const url = `${forum}/${account.email}`;
    return {
      client,
      url: `${url}/question/${id}`,
      see: async () => (await client.get(url)).body.questions[0] as { views: number; isFavorite: boolean },
    };
  };
  const classmate = () => buildStudent(context, { batch_id });
  return { ...app, batch_id, author, id, reader, classmate };
}

test('a favourite is the reader’s own, kept until dropped', async () => {
  const { reader, classmate } = await makeQuestion();
  const mine = await reader();
  const theirs = await reader(await classmate());
  expect((await mine.client.put(`${mine.url}/favorite`)).status).toBe(204);
  expect((await mine.client.put(`${mine.url}/favorite`)).status).toBe(204);
  expect((await mine.see()).isFavorite).toBe(true);
  expect((await theirs.see()).isFavorite).toBe(false);
  expect((await theirs.client.delete(`${theirs.url}/favorite`)).status).toBe(204);
  expect((await mine.see()).isFavorite).toBe(true);
  expect((await mine.client.delete(`${mine.url}/favorite`)).status).toBe(204);
  expect((await mine.client.delete(`${mine.url}/favorite`)).status).toBe(204);
  expect((await mine.see()).isFavorite).toBe(false);
});

test('a hundred equal favourites at once have one effect', async () => {
  const { reader, context } = await makeQuestion();
  const { client, url } = await reader();
  const answers = await Promise.all(Array.from({ length: 100 }, () => client.put(`${url}/favorite`)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204]));
  expect(await context.database.reader.selectFrom('question_favorites').selectAll().execute()).toHaveLength(
    1,
  );
});

test('views count each reader once, and authors not at all', async () => {
  const { reader, classmate } = await makeQuestion();
  const mine = await reader();
  const first = await reader(await classmate());
  const second = await reader(await classmate());
  for (const { client, url } of [mine, first, first, second, first, mine]) {
    expect((await client.post(`${url}/view`)).status).toBe(204);
  }
  expect((await mine.see()).views).toBe(2);
});

test('a mentor’s view counts like any reader’s', async () => {
  const { as, context, batch_id, id, reader } = await makeQuestion();
  const { name } = await context.database.reader
    .selectFrom('batches')
    .where('id', '=', batch_id)
    .select('name')
    .executeTakeFirstOrThrow();
  const mentor = await as(await buildMentor(context, [batch_id]));
  expect((await mentor.post(`${forum}/${name}/question/${id}/view`)).status).toBe(204);
  expect((await (await reader()).see()).views).toBe(1);
});

test('a hundred views at once, of four readers, count four', async () => {
  const { reader, classmate } = await makeQuestion();
  const readers = await Promise.all(Array.from({ length: 4 }, async () => reader(await classmate())));
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, n) => {
      const { client, url } = readers[n % 4] as (typeof readers)[number];
      return client.post(`${url}/view`);
    }),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204]));
  expect((await (await reader()).see()).views).toBe(4);
});
