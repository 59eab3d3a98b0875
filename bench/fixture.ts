import { batchKey } from '#contract/limits';
import { beginSession } from '#server/accounts/sessions';
import type { Database } from '#server/platform/database/database';
import { systemClock } from '#server/platform/clock';
import {
  buildBatch,
  buildComment,
  buildCourse,
  buildMark,
  buildMentor,
  buildProject,
  buildQuestion,
  buildSelection,
  buildStudent,
  buildSubmission,
} from '#support/factories';

const dayMs = 24 * 3_600_000;
/** The discussion's fixture: the newest 50 questions with five comments of 160 characters each. */
const questions = 50;
const comments = 5;
const commentText = 'A comment of one hundred and sixty characters, as long as people write. '.padEnd(
  160,
  'abc ',
);

export const benchBatch = 'BENCH-2026-11';

export type Fixture = { email: string; cookie: string; course: string };

/** A batch of students, one of them four weeks on with every week submitted and marked, and a discussion of fixed bytes. */
export async function makeFixture(database: Database): Promise<Fixture> {
  const context = { database, clock: systemClock };
  const course = await buildCourse(context, { name: 'Full Stack (benchmark)' });
  const batch = await buildBatch(context, {
    name: benchBatch,
    name_key: batchKey(benchBatch),
    course_id: course.id,
  });
  await buildMentor(context, [batch.id], { name: 'Anjali Menon' });
  const details = 'What the project is about, in the length that a catalogue has. '.repeat(8);
  for (let i = 1; i <= 5; i++) await buildProject(context, { id: `B00${i}`, course_id: course.id, details });
  const email = 'bench@example.test';
  const student = await buildStudent(context, {
    email,
    name: 'Asha Nair',
    batch_id: batch.id,
    exit_score: 78,
    grade: 'A',
  });
  const startedAt = systemClock.now() - 29 * dayMs;
  await buildSelection(context, { account_id: student.id, project_id: 'B001', started_at: startedAt });
  for (const task of ['week-1', 'week-2', 'week-3', 'week-4'] as const) {
    const { id } = await buildSubmission(context, { account_id: student.id, task });
    await buildMark(context, { submission_id: id });
  }
  const classmates = await Promise.all(
    Array.from({ length: 20 }, () => buildStudent(context, { batch_id: batch.id })),
  );
  for (let q = 0; q < questions; q++) {
    const author_id = classmates[q % classmates.length]?.id ?? student.id;
    const question = await buildQuestion(context, { author_id, batch_id: batch.id, text: commentText });
    for (let c = 0; c < comments; c++) {
      const commenter = classmates[(q + c) % classmates.length]?.id ?? student.id;
      await buildComment(context, { author_id: commenter, question_id: question.id, text: commentText });
    }
  }
  const token = await database.transaction((writer) => beginSession(writer, student.id, systemClock.now()));
  return { email, course: course.name, cookie: `capstone=${token}` };
}
