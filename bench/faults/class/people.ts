import type { Database } from '#server/platform/database/database';
import { beginSession } from '#server/accounts/sessions';
import { systemClock } from '#server/platform/clock';
import { buildMentor, buildQuestion } from '#support/factories';
import { makeStudents, type Student } from '../../students.ts';

export type People = {
  students: Student[];
  prober: Student;
  mentor: Student;
  batch: string;
  /** A question that is there from the beginning. */
  question: string;
};

/** Fills an empty database with a class and its mentor, all of them signed in. */
export async function fillDatabase(database: Database, count: number): Promise<People> {
  const context = { database, clock: systemClock };
  const [prober, ...students] = await makeStudents(database, count + 1);
  if (prober === undefined) throw new Error('No student');
  const { id: author_id, batch_id } = await database.reader
    .selectFrom('accounts')
    .where('email', '=', prober.email)
    .select(['id', 'batch_id'])
    .executeTakeFirstOrThrow();
  const batch = await database.reader
    .selectFrom('batches')
    .where('id', '=', batch_id)
    .select(['id', 'name'])
    .executeTakeFirstOrThrow();
  const mentor = await buildMentor(context, [batch.id], { name: 'Anjali Menon' });
  const token = await database.transaction((writer) => beginSession(writer, mentor.id, systemClock.now()));
  const question = await buildQuestion(context, { author_id, batch_id: batch.id });
  return {
    students,
    prober,
    mentor: { email: mentor.email, cookie: `capstone=${token}` },
    batch: batch.name,
    question: String(question.id),
  };
}
