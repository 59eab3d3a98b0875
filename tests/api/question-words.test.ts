import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { indexWaitingQuestions } from '#server/forum/search/index-question';
import { withoutTriggers } from '#server/operations/backups/load-rows';
import { engineName } from '#support/empty-database';
import { buildStudent } from '#support/factories';
import { makeTestApp, makeTestContext } from '#support/test-app';

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

test('the job reads texts that have no words yet, piece by piece, until it is stopped', async () => {
  const { context } = await makeTestContext();
  const { id, batch_id } = await buildStudent(context);
  const { database } = context;
  await database.transaction((writer) =>
    sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < 250)
      insert into questions (batch_id, author_id, text, created_at)
      select cast(${batch_id} as integer), cast(${id} as integer), 'Old number' || i, i from n`.execute(
      writer,
    ),
  );
  const waiting = async () => {
    const rows = database.reader
      .selectFrom('question_words')
      .where('words', 'is', null)
      .select('question_id');
    return (await rows.execute()).length;
  };
  const stopping = new AbortController();
  stopping.abort();
  await indexWaitingQuestions(database, stopping.signal);
  expect(await waiting()).toBe(250);
  await indexWaitingQuestions(database);
  expect(await waiting()).toBe(0);
  const found = database.reader.selectFrom('question_words').orderBy('question_id').offset(199).limit(1);
  const row = await found.select('words').executeTakeFirst();
  expect(row?.words?.split(' ')).toContain(`${batch_id}\uE000number200`);
});
