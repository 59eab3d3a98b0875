import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { withoutTriggers } from '#server/platform/database/without-triggers';
import { engineName } from '#support/empty-database';
import { buildStudent } from '#support/factories';
import { makeTestApp } from '#support/test-app';

/** The rows by which questions are found, as triggers and the job keep them. */

test('rows that come without triggers, as out of a backup, are found all the same', async () => {
  const { context, engine, as } = await makeTestApp();
  const student = await buildStudent(context);
  const client = await as(student);
  const url = `/api/discussion/discussion/${student.email}`;
  await client.post(`${url}/question`, { question: 'How do I install Netlify?' });
  await engine.writer.transaction().execute((writer) =>
    withoutTriggers(writer, engineName, ['question_words'], async () => {
      const words = sql<string>`replace(words, 'netlify', 'vercel')`;
      await writer.updateTable('question_words').set({ words }).execute();
    }),
  );
  const found = async (q: string) => (await client.get(`${url}/questions?q=${q}`)).body.questions.length;
  expect(await found('vercel')).toBe(1);
});

test('what many ask at once is all found, each by its own words', async () => {
  const { context, as } = await makeTestApp();
  const student = await buildStudent(context);
  const client = await as(student);
  const url = `/api/discussion/discussion/${student.email}`;
  const names = ['alpha', 'bravo', 'charlie', 'delta', 'echo', 'foxtrot', 'golf', 'hotel'];
  const asked = await Promise.all(
    names.map((name) => client.post(`${url}/question`, { question: `What is ${name}?` })),
  );
  expect(asked.map(({ status }) => status)).toEqual(names.map(() => 201));
  for (const name of names) {
    const { body } = await client.get(`${url}/questions?q=${name}`);
    const first = body.questions[0].pieces.map(({ text }: { text: string }) => text).join('');
    expect(first).toBe(`What is ${name}?`);
  }
});
