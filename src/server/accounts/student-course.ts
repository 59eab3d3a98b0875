import * as calls from '#contract/accounts/calls';
import { isForInvited } from '../courses/batch-queries.ts';
import { selfOrMentor } from './policy.ts';
import { presentStudentCourse } from './presenter.ts';
import { courseOfStudent } from './queries.ts';
import { read } from './sessions/declared.ts';

export const studentCourse = read(calls.readStudentCourse, {
  who: selfOrMentor,
  async run({ context, resource }) {
    const { reader } = context.database;
    const [row] = await courseOfStudent(reader, { accountId: resource.accountId });
    if (row === undefined) throw new Error(`account ${resource.accountId} is gone`);
    const course = presentStudentCourse(resource, row);
    const waitsForBatch = course.s_typedbatch !== null && row.batch === null;
    const isInvited = waitsForBatch && (await isForInvited(reader, course.s_typedbatch as string));
    return isInvited ? { ...course, s_typedjoining: 'invited' as const } : course;
  },
});
