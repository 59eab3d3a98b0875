import { expect, test } from 'vitest';
import { buildQuestion, buildStudent } from '#support/factories';
import { makeTestApp } from '#support/test-app';

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
      client,
      favorite: `${url}/question/${id}/favorite`,
      isFavorite: async () => (await client.get(url)).body.questions[0].isFavorite as boolean,
    };
  };
  return { context, batch_id, reader };
}

test('a favorite is the reader’s own, until the reader removes it', async () => {
  const { reader, context, batch_id } = await makeQuestion();
  const mine = await reader();
  const theirs = await reader(await buildStudent(context, { batch_id }));
  expect((await mine.client.put(mine.favorite)).status).toBe(204);
  expect((await mine.client.put(mine.favorite)).status).toBe(204);
  expect(await mine.isFavorite()).toBe(true);
  expect(await theirs.isFavorite()).toBe(false);
  expect((await theirs.client.delete(theirs.favorite)).status).toBe(204);
  expect(await mine.isFavorite()).toBe(true);
  expect((await mine.client.delete(mine.favorite)).status).toBe(204);
  expect((await mine.client.delete(mine.favorite)).status).toBe(204);
  expect(await mine.isFavorite()).toBe(false);
});

test('a hundred equal favorites at once have one effect', async () => {
  const { reader, context } = await makeQuestion();
  const { client, favorite } = await reader();
  const answers = await Promise.all(Array.from({ length: 100 }, () => client.put(favorite)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204]));
  expect(await context.database.reader.selectFrom('question_favorites').selectAll().execute()).toHaveLength(
    1,
  );
});
