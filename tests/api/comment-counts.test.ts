import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Reader } from '#server/platform/database/database';
import { buildQuestion, buildStudent } from '#support/factories';
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
