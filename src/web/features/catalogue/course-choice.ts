import type { Call } from '../../lib/calls/client.ts';
import type { CourseChoice } from './course-field.tsx';

/** Archived ones are not offered. */
export async function readCourseChoice(call: Call): Promise<CourseChoice> {
  const { courses, next, next_project = '' } = await call('listCatalogue');
  return {
    names: courses.filter(({ retired }) => !retired).map(({ name }) => name),
    areAll: next === null,
    nextProject: next_project,
  };
}
