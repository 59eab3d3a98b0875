import type { Reader } from '../platform/database/database.ts';
import { httpErrors } from '../platform/http/http-errors.ts';
import { chosenProjects, type ChosenProject } from './queries.ts';

/** Any batch of the chosen project's course. */
export async function fitsChoice(
  database: Reader,
  accountId: number,
  batch: { course_id: number },
): Promise<boolean> {
  const chosen = (await chosenProjects(database, [accountId])).get(accountId);
  return chosen === undefined || chosen.courseId === batch.course_id;
}

/** @throws a 409 error when a batch is of another course */
export async function refuseOtherCourse(
  database: Reader,
  accountId: number,
  batch: { name: string; course_id: number },
): Promise<void> {
  const chosen = (await chosenProjects(database, [accountId])).get(accountId);
  if (chosen === undefined || chosen.courseId === batch.course_id) return;
  throw httpErrors.conflict(otherCourseMessage(chosen, batch.name));
}

export function otherCourseMessage(chosen: Pick<ChosenProject, 'id' | 'course'>, batch: string): string {
  return `the student has chosen ${chosen.id} of "${chosen.course}" and cannot move to ${batch}, a batch of another course`;
}
