import type { Database } from '#server/platform/database/database';
import { systemClock } from '#server/platform/context';
import { buildComment, buildMark, buildProject, buildQuestion, buildSubmission } from '#support/factories';
import { makeClass, type Class } from './students.ts';

/** The forum: the newest 50 questions with five comments of 160 characters each. */
const questions = 50;
const comments = 5;
const commentText = 'A comment of one hundred and sixty characters, as long as people write. '.padEnd(
  160,
  'abc ',
);
const details = 'What the project is about, in the length that a catalogue has. '.repeat(8);
const classmates = 20;

export type Fixture = Pick<Class, 'students' | 'course'>;

/** A class with every week submitted and marked, and a forum of fixed bytes. */
export async function makeFixture(database: Database): Promise<Fixture> {
  const context = { database, clock: systemClock };
  const { students, course } = await makeClass(database, classmates + 1);
  for (let i = 1; i <= 5; i++) await buildProject(context, { id: `B00${i}`, course_id: course.id, details });
  await database.transaction((writer) =>
    writer
      .updateTable('accounts')
      .set({ exit_score: 78, grade: 'A' })
      .where('role', '=', 'student')
      .execute(),
  );
  const accounts = await database.reader
    .selectFrom('accounts')
    .where('role', '=', 'student')
    .orderBy('id')
    .select(['id', 'batch_id'])
    .execute();
  const idOf = (nth: number): number => accounts[nth]?.id ?? 0;
  for (const { id: account_id } of accounts) {
    for (const task of ['week-1', 'week-2', 'week-3', 'week-4'] as const) {
      const { id } = await buildSubmission(context, { account_id, task });
      await buildMark(context, { submission_id: id });
    }
  }
  const batch_id = accounts[0]?.batch_id ?? 0;
  for (let q = 0; q < questions; q++) {
    const author_id = idOf(1 + (q % classmates));
    const question = await buildQuestion(context, { author_id, batch_id, text: commentText });
    for (let c = 0; c < comments; c++) {
      const commenter = idOf(1 + ((q + c) % classmates));
      await buildComment(context, { author_id: commenter, question_id: question.id, text: commentText });
    }
  }
  return { students, course };
}
