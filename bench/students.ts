import { batchKey } from '#contract/limits';
import type { Database } from '#server/platform/database/database';
import { systemClock } from '#server/platform/context';
import { beginSession } from '#server/accounts/sessions/sessions';
import { buildBatch, buildCourse, buildMentor, buildProject, buildQuestion } from '#support/factories';

const dayMs = 24 * 3_600_000;
const rowsAtOnce = 500;

export const benchBatch = 'BENCH-2026-11';

/** Somebody who is signed in. */
export type Student = { email: string; cookie: string };

/** A batch of students for whom every task is open, and its mentor. */
export type Class = {
  students: [Student, ...Student[]];
  mentor: Student;
  batch: string;
  course: { id: number; name: string };
  /** A question of the first student. */
  question: string;
};

export function signIn(
  database: Database,
  accounts: readonly { id: number; email: string }[],
): Promise<Student[]> {
  return database.transaction(async (writer) => {
    const found: Student[] = [];
    for (const { id, email } of accounts)
      found.push({ email, cookie: `capstone=${await beginSession(writer, id, systemClock.now())}` });
    return found;
  });
}

/** Fills an empty database with a class, all of it signed in and 29 days into the project. */
export async function makeClass(database: Database, count: number): Promise<Class> {
  const context = { database, clock: systemClock };
  const now = systemClock.now();
  const course = await buildCourse(context, { name: 'Full Stack (benchmark)' });
  const batch = await buildBatch(context, {
    name: benchBatch,
    name_key: batchKey(benchBatch),
    course_id: course.id,
  });
  const project = await buildProject(context, { course_id: course.id });
  const students: Student[] = [];
  let author = 0;
  for (let first = 0; first < count; first += rowsAtOnce) {
    const rows = Array.from({ length: Math.min(rowsAtOnce, count - first) }, (_, i) => ({
      email: `student${first + i}@example.test`,
      name: `Student ${first + i}`,
      role: 'student' as const,
      batch_id: batch.id,
      created_at: now,
    }));
    const accounts = await database.transaction(async (writer) => {
      const made = await writer.insertInto('accounts').values(rows).returning(['id', 'email']).execute();
      const selections = made.map(({ id }) => ({
        account_id: id,
        project_id: project.id,
        started_at: now - 29 * dayMs,
      }));
      await writer.insertInto('selections').values(selections).execute();
      return made;
    });
    author ||= accounts[0]?.id ?? 0;
    students.push(...(await signIn(database, accounts)));
  }
  const mentor = await buildMentor(context, [batch.id], { name: 'Anjali Menon' });
  const [signedInMentor] = (await signIn(database, [mentor])) as [Student];
  const question = await buildQuestion(context, { author_id: author, batch_id: batch.id });
  return {
    students: students as Class['students'],
    mentor: signedInMentor,
    batch: batch.name,
    course,
    question: String(question.id),
  };
}
