import { messages } from '#contract/messages';
import { isStaff, signedIn } from '../accounts/policy.ts';
import type { ViewerRule } from '../accounts/access-rule.ts';
import type { Viewer } from '../accounts/viewer.ts';
import { httpErrors } from '../platform/http/http-errors.ts';

/** Whether a viewer may see a course's projects: its students, and staff for every course. */
function seesCourse(viewer: Viewer, course: string): boolean {
  return isStaff(viewer) || viewer.course?.name === course;
}

/** `students of the course, staff`: who may see the projects of the course in the path. */
export const courseMember: ViewerRule<string> = (check) => {
  const viewer = signedIn(check);
  const course = check.params.course ?? '';
  if (!seesCourse(viewer, course)) throw httpErrors.forbidden(messages.forbidden);
  return course;
};
