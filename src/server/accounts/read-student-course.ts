import type { StudentCourse } from '#contract/accounts/calls';
import { isForInvited } from '../courses/batch-queries.ts';
import type { Database } from '../platform/database/database.ts';
import { presentStudentCourse } from './presenter.ts';
import { courseOfStudent, type StudentRow } from './queries.ts';

/**
 * A student's name, course, mentors, start and score (specification, section 3, course view).
 * @param student one who exists: the access rule found the account
 */
export async function readStudentCourse(database: Database, student: StudentRow): Promise<StudentCourse> {
  const [row] = await courseOfStudent(database.reader, { accountId: student.accountId });
  if (row === undefined) throw new Error(`account ${student.accountId} is gone`);
  const course = presentStudentCourse(student, row);
  // Asked for those who wait alone: nobody else pays for it.
  const isWaiting = course.s_typedbatch !== null && row.batch === null;
  return isWaiting && (await isForInvited(database.reader, course.s_typedbatch as string))
    ? { ...course, s_typedjoining: 'invited' }
    : course;
}
