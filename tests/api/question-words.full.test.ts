import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { indexWaitingQuestions } from '#server/discussions/finding/index-question';
import { makeDatabase } from '#server/platform/database/database';
import { migrate, steps } from '#server/platform/database/migrate';
import { makeBlankLocation } from '#support/empty-database';
import { openLocation } from '#support/locations';

test('a database that was in use has its questions found once it is brought up to date, piece by piece', async () => {
  const { location, drop } = await makeBlankLocation();
  const engine = openLocation(location);
  onTestFinished(async () => {
    await engine.close();
    await drop();
  });
  const stepsBefore = (number: string) =>
    Object.fromEntries(Object.entries(steps).filter(([name]) => name < number));
  const run = (statement: string) => sql.raw(statement).execute(engine.writer);
  const ask = (from: number, to: number) =>
    run(
      `with recursive n(i) as (select ${from} union all select i + 1 from n where i < ${to})
       insert into questions (batch_id, author_id, text, created_at) select 1, 1, 'Old number' || i, i from n`,
    );
  await migrate(engine, stepsBefore('0055'));
  await run(`insert into courses (name) values ('MERN')`);
  await run(
    `insert into batches (name, name_key, course_id, starts_at, is_open, is_default) values ('M1', 'm1', 1, 10, 1, 0)`,
  );
  await run(
    `insert into accounts (email, name, role, batch_id, created_at) values ('a@x.test', 'A', 'student', 1, 1)`,
  );
  await ask(1, 250);
  await run('update questions set deleted_at = 1 where id = 3');
  await run(`insert into comments (question_id, author_id, text, created_at) values (1, 1, 'c', 1)`);
  await migrate(engine, stepsBefore('0056'));
  await ask(251, 252);
  await migrate(engine);
  const database = makeDatabase(engine);
  const rows = () =>
    engine.reader
      .selectFrom('question_words')
      .select(['question_id as id', 'is_answered as isAnswered', 'words'])
      .orderBy('question_id')
      .execute();
  const before = await rows();
  expect(before).toHaveLength(251);
  expect(before.every(({ words }) => words === null)).toBe(true);
  expect(before.filter(({ isAnswered }) => isAnswered === 1).map(({ id }) => id)).toEqual([1]);
  const stopping = new AbortController();
  stopping.abort();
  await indexWaitingQuestions(database, stopping.signal);
  expect(await rows(), 'a stop is heard').toEqual(before);
  await indexWaitingQuestions(database);
  const after = await rows();
  expect(after.filter(({ words }) => words === null)).toEqual([]);
  expect(after.find(({ id }) => id === 200)?.words?.split(' ')).toContain('1\uE000number200');
});
