import * as calls from '#contract/accounts/calls';
import { isForInvited } from '../courses/batch-queries.ts';
import { selfOrMentor } from '../accounts/policy.ts';
import { presentStudentCourse } from '../accounts/presenter.ts';
import { courseOfStudent } from '../accounts/queries.ts';
import { read } from '../accounts/sessions/declared.ts';
import { refusalsOfChoice } from './choice-refusals.ts';

export const studentCourse = read(calls.readStudentCourse, {
  who: selfOrMentor,
  async run({ context, viewer, resource, query: { p_id: projectId } }) {
    const { database, settings, clock } = context;
    const { reader } = database;
    const [row] = await courseOfStudent(reader, { accountId: resource.accountId });
    if (row === undefined) throw new Error(`account ${resource.accountId} is gone`);
    const course = presentStudentCourse(resource, row);
    const waitsForBatch = course.s_typedbatch !== null && row.batch === null;
    const isInvited = waitsForBatch && (await isForInvited(reader, course.s_typedbatch as string));
    const asked =
      projectId !== undefined && viewer?.accountId === resource.accountId
        ? await refusalsOfChoice(reader, settings, viewer, { projectId: projectId || null, now: clock.now() })
        : undefined;
    return {
      ...course,
      ...(isInvited && { s_typedjoining: 'invited' as const }),
      ...(asked !== undefined && { s_refusals: asked.refusals }),
    };
  },
});
