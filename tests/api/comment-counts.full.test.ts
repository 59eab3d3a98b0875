import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import type { Reader } from '#server/platform/database/database';
import { migrate, steps } from '#server/platform/database/migrate';
import { makeBlankLocation } from '#support/empty-database';
import { openLocation } from '#support/locations';

type Counts = { question_id: number; comments: number }[];

async function recount(database: Reader): Promise<Counts> {
  const { rows } = await sql<Counts[number]>`select question_id, count(*) as comments
    from comments group by question_id order by question_id`.execute(database);
  return rows.map((row) => ({ ...row }));
}

const kept = (database: Reader): Promise<Counts> =>
  database.selectFrom('comment_counts').select(['question_id', 'comments']).orderBy('question_id').execute();

test('a database that was in use is counted when it is brought up to date', async () => {
  const { location, drop } = await makeBlankLocation();
  const engine = openLocation(location);
  onTestFinished(async () => {
    await engine.close();
    await drop();
  });
  const stepsBefore = (number: string) =>
    Object.fromEntries(Object.entries(steps).filter(([name]) => name < number));
  const run = (statement: string) => sql.raw(statement).execute(engine.writer);
  const comment = (...questions: number[]) =>
    run(
      `insert into comments (question_id, author_id, text, created_at) values ${questions.map((id) => `(${id}, 1, 'c', 1)`).join(', ')}`,
    );
  await migrate(engine, stepsBefore('0021'));
  await run(`insert into courses (name) values ('MERN')`);
  await run(
    `insert into batches (name, name_key, course_id, starts_at, is_open, is_default) values ('M1', 'm1', 1, 10, 1, 0)`,
  );
  await run(
    `insert into accounts (email, name, role, batch_id, created_at) values ('a@x.test', 'A', 'student', 1, 1)`,
  );
  await run(
    `insert into questions (batch_id, author_id, text, created_at) values (1, 1, 'q', 1), (1, 1, 'q', 1), (1, 1, 'q', 1), (1, 1, 'q', 1)`,
  );
  await comment(1, 1, 2);
  await migrate(engine, stepsBefore('0022'));
  // Counted as they come, before the rest is.
  await comment(1, 3);
  expect(await kept(engine.reader)).toEqual([
    { question_id: 1, comments: 1 },
    { question_id: 3, comments: 1 },
  ]);
  await migrate(engine);
  await comment(2, 4);
  expect(await kept(engine.reader)).toEqual([
    { question_id: 1, comments: 3 },
    { question_id: 2, comments: 2 },
    { question_id: 3, comments: 1 },
    { question_id: 4, comments: 1 },
  ]);
  expect(await recount(engine.reader)).toEqual(await kept(engine.reader));
});
