import { messages } from '#contract/messages';
import { staff } from '../../accounts/policy.ts';
import type { Viewer, ViewerRule } from '../../accounts/sessions/viewer.ts';
import { coursesOfMentor } from '../../courses/batch-queries.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import { projectById } from '../queries.ts';

export type RubricProject = { project: { id: string; name: string; course: string }; viewer: Viewer };

/** Administrators, and mentors of a batch of its course: they share its rubrics. */
export const ownProject: ViewerRule<RubricProject> = async (check) => {
  const viewer = staff(check);
  const { reader } = check.context.database;
  const [found] = await projectById(reader, { id: check.params.p_id ?? '' });
  if (viewer.role !== 'administrator') {
    const courses = await coursesOfMentor(reader, { accountId: viewer.accountId });
    // Mentors must not learn which projects exist.
    if (found === undefined || !courses.some(({ name }) => name === found.course))
      throw httpErrors.forbidden(messages.forbidden);
  }
  if (found === undefined) throw httpErrors.notFound('There is no project with this id.');
  return { project: { id: found.id, name: found.name, course: found.course }, viewer };
};
