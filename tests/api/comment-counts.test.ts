import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import type { Reader } from '#server/platform/database/database';
import { migrate, steps } from '#server/platform/database/migrate';
import { makeBlankLocation } from '#support/empty-database';
import { buildQuestion, buildStudent } from '#support/factories';
import { openLocation } from '#support/locations';
import { makeTestApp } from '#support/test-app';

/** How many comments each question has, as a trigger keeps it, beside what the rows themselves say. */

type Counts = { question_id: number; comments: number }[];

async function recount(database: Reader): Promise<Counts> {
  const { rows } = await sql<Counts[number]>`select question_id, count(*) as comments
    from comments group by question_id order by question_id`.execute(database);
  return rows.map((row) => ({ ...row }));
}

const kept = (database: Reader): Promise<Counts> =>
  database.selectFrom('comment_counts').select(['question_id', 'comments']).orderBy('question_id').execute();

test('comments of many at once are all counted', async () => {
  const { context, as } = await makeTestApp();
  const student = await buildStudent(context);
  const of = { author_id: student.id, batch_id: student.batch_id as number };
  const questions = [await buildQuestion(context, of), await buildQuestion(context, of)];
  await buildQuestion(context, of);
  const client = await as(student);
  const url = `/api/discussion/discussion/${student.email}/question`;
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, n) =>
      client.post(`${url}/${questions[n % 3 === 0 ? 0 : 1]?.id}/answer`, { answer: `Comment ${n}` }),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 30 }, () => 201));
  const { reader } = context.database;
  expect(await kept(reader)).toEqual([
    { question_id: questions[0]?.id, comments: 10 },
    { question_id: questions[1]?.id, comments: 20 },
  ]);
  expect(await recount(reader)).toEqual(await kept(reader));
});

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
