import { messages } from '#contract/messages';
import { studentMessages } from '#contract/student-messages';
import { isStaff, signedIn, staff } from '../accounts/policy.ts';
import type { Viewer, ViewerRule } from '../accounts/sessions/viewer.ts';
import { coursesOfMentor } from '../courses/batch-queries.ts';
import { httpErrors } from '../platform/http/http-errors.ts';
import { projectById } from './queries.ts';

/** Its students, and staff for every course. */
function seesCourse(viewer: Viewer, course: string): boolean {
  return isStaff(viewer) || viewer.course?.name === course;
}

/** `students of the course, staff`, for the course in the path. */
export const courseMember: ViewerRule<string> = (check) => {
  const viewer = signedIn(check);
  const course = check.params.course ?? '';
  if (!seesCourse(viewer, course)) throw httpErrors.forbidden(messages.forbidden);
  return course;
};

export type OwnProject = { project: { id: string; name: string; course: string }; viewer: Viewer };

/** Administrators, and mentors of a batch of its course: they share its briefs and rubrics. */
export const ownProject: ViewerRule<OwnProject> = async (check) => {
  const viewer = staff(check);
  const { reader } = check.context.database;
  const [found] = await projectById(reader, { id: check.params.p_id ?? '' });
  if (viewer.role !== 'administrator') {
    const courses = await coursesOfMentor(reader, { accountId: viewer.accountId });
    // Mentors must not learn which projects exist.
    if (found === undefined || !courses.some(({ name }) => name === found.course))
      throw httpErrors.forbidden(messages.forbidden);
  }
  if (found === undefined) throw httpErrors.notFound(studentMessages.projectNotFound);
  return { project: { id: found.id, name: found.name, course: found.course }, viewer };
};
