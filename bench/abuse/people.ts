import { makePasswordHasher } from '#server/platform/passwords/password-hasher';
import { openDatabase } from '#server/platform/database/database';
import { fillDatabase } from '../faults/class/people.ts';
import type { Student } from '../students.ts';

export const password = 'capstone-bench';

export type People = {
  /** Who work, … */
  students: Student[];
  /** … one of them who does not, … */
  attacker: Student;
  /** … and somebody who only looks. */
  prober: Student;
  mentor: Student;
  batch: string;
  /** A question of the class. */
  question: string;
};

/** Fills an empty database with a class, all of it signed in and with one password. */
export async function makePeople(
  location: { dataDir: string; databaseUrl: string | null },
  size: number,
): Promise<People> {
  const hasher = makePasswordHasher();
  const password_hash = await hasher.hash(password);
  await hasher.close();
  const database = await openDatabase(location);
  const { students, ...others } = await fillDatabase(database, size + 1);
  await database.transaction((writer) => writer.updateTable('accounts').set({ password_hash }).execute());
  await database.close();
  const [attacker, ...working] = students as [Student, ...Student[]];
  return { ...others, attacker, students: working };
}
