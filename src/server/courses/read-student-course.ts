import type { StudentCourse } from '#contract/courses';
import type { Database } from '../platform/database/database.ts';
import { presentStudentCourse } from './presenter.ts';
import { courseOfStudent } from './queries.ts';

/**
 * A student's name, course, mentors, start and score (specification, section 3, course view).
 * @param accountId an account that exists: the access rule found it
 */
export async function readStudentCourse(database: Database, accountId: number): Promise<StudentCourse> {
  const [row] = await courseOfStudent(database.reader, { accountId });
  if (row === undefined) throw new Error(`account ${accountId} is gone`);
  return presentStudentCourse(row);
}
