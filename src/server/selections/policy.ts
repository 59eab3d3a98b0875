import { limits } from '#contract/limits';
import { messages } from '#contract/messages';

type SelectionRequirements = {
  student: { courseId: number | null; exitScore: number | null };
  /** What to say where the address has to be confirmed first; null where it has not. */
  confirmFirst: string | null;
  project: { courseId: number; retiredAt: number | null } | undefined;
};

export const noSuchProject = 'There is no project with this p_id.';

/**
 * Why a student may not have a project, in the order of the wire's table; null when nothing stands in the way.
 * No recorded exit score is no obstacle, and exactly the least one passes.
 */
export function refusalOfSelection({ student, confirmFirst, project }: SelectionRequirements): string | null {
  if (project === undefined) return noSuchProject;
  if (student.courseId === null) {
    return 'You have not been placed in a batch yet. You can choose a project once you are.';
  }
  if (project.courseId !== student.courseId) return 'This project belongs to another course.';
  if (project.retiredAt !== null) return messages.projectRetired;
  if (student.exitScore !== null && student.exitScore < limits.exitScoreMin) return messages.exitScoreLow;
  return confirmFirst;
}
