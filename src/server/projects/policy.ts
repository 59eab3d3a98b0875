import { messages } from '#contract/messages';
import { isStaff, signedIn, staff } from '../accounts/policy.ts';
import type { Viewer, ViewerRule } from '../accounts/sessions/viewer.ts';
import { courseIdsOfBatches, coursesOfMentor } from '../courses/batch-queries.ts';
import { httpErrors } from '../platform/http/http-errors.ts';
import { courseOfProject, projectById } from './queries.ts';

/** Staff who mentor a batch of its course, or administrators. */
export const ownProject: ViewerRule<{ projectId: string; viewer: Viewer }> = async (check) => {
  const viewer = staff(check);
  const { reader } = check.context.database;
  const project = await courseOfProject(reader, check.params.p_id ?? '');
  if (viewer.role === 'administrator') {
    if (project === undefined) throw httpErrors.notFound(messages.projectNotFound);
    return { projectId: project.id, viewer };
  }
  const courses = await courseIdsOfBatches(
    reader,
    viewer.batches.map(({ id }) => id),
  );
  // Mentors must not learn which projects exist.
  if (project === undefined || !courses.has(project.courseId)) throw httpErrors.forbidden(messages.forbidden);
  return { projectId: project.id, viewer };
};

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
