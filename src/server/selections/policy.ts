import { limits } from '#contract/limits';
import { messages } from '#contract/messages';

type SelectionRequirements = {
  student: { courseId: number | null; exitScore: number | null };
  /** Null for a confirmed address. */
  confirmFirst: string | null;
  project: { courseId: number; retiredAt: number | null } | undefined;
};

export const noSuchProject = 'There is no project with this p_id.';

/**
 * In the order of the wire's table; null if nothing prevents it. No exit score is no obstacle, and the minimum passes.
 */
export function refusalOfSelection({ student, confirmFirst, project }: SelectionRequirements): string | null {
  if (project === undefined) return noSuchProject;
  if (student.courseId === null) {
    return 'You are not in a batch yet. You can choose a project once you have a batch.';
  }
  if (project.courseId !== student.courseId) return 'This project belongs to another course.';
  if (project.retiredAt !== null) return messages.projectRetired;
  if (student.exitScore !== null && student.exitScore < limits.exitScoreMin) return messages.exitScoreLow;
  return confirmFirst;
}
