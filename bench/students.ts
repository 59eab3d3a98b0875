import { batchKey } from '#contract/limits';
import type { Database } from '#server/platform/database/database';
import { systemClock } from '#server/platform/clock';
import { beginSession } from '#server/accounts/sessions';
import { buildBatch, buildCourse, buildProject } from '#support/factories';

const dayMs = 24 * 3_600_000;
const rowsAtOnce = 500;

/** A signed-in student for whom every task is open. */
export type Student = { email: string; cookie: string };

/** Fills an empty database with a batch of students, all of them 29 days into their project. */
export async function makeStudents(database: Database, count: number): Promise<Student[]> {
  const context = { database, clock: systemClock };
  const now = systemClock.now();
  const course = await buildCourse(context, { name: 'Full Stack (benchmark)' });
  const name = 'BENCH-2026-11';
  const batch = await buildBatch(context, { name, name_key: batchKey(name), course_id: course.id });
  const project = await buildProject(context, { course_id: course.id });
  const students: Student[] = [];
  while (students.length < count) {
    const first = students.length;
    const size = Math.min(rowsAtOnce, count - first);
    const made = await database.transaction(async (writer) => {
      const accounts = await writer
        .insertInto('accounts')
        .values(
          Array.from({ length: size }, (_, i) => ({
            email: `student${first + i}@example.test`,
            name: `Student ${first + i}`,
            role: 'student' as const,
            batch_id: batch.id,
            created_at: now,
          })),
        )
        .returning(['id', 'email'])
        .execute();
      await writer
        .insertInto('selections')
        .values(
          accounts.map(({ id }) => ({
            account_id: id,
            project_id: project.id,
            started_at: now - 29 * dayMs,
          })),
        )
        .execute();
      const signedIn: Student[] = [];
      for (const { id, email } of accounts) {
        signedIn.push({ email, cookie: `capstone=${await beginSession(writer, id, now)}` });
      }
      return signedIn;
    });
    students.push(...made);
  }
  return students;
}
