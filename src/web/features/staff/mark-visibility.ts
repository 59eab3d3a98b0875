import type { StaffSubmission } from '#contract/staff';
import { taskLabel } from '../../lib/task-label.ts';

type MarkedVersion = Pick<StaffSubmission, 'student' | 'task' | 'version' | 'marks' | 'shown'>;

/** Describes which marks of this task the student sees and which only staff see. */
export function describeMarkVisibility({ student, task, version, marks, shown }: MarkedVersion): string {
  const name = student.s_name;
  if (shown === null) {
    return marks === null
      ? `${name} sees no marks for ${taskLabel(task)} yet.`
      : `Only staff see these marks. ${name} sees none until you release them.`;
  }
  const seen = `${shown.marks} out of 100${shown.comments === '' ? '' : ' and the comment'}`;
  if (shown.version === version) return `${name} sees ${seen}.`;
  const earlier = `${name} still sees ${shown.marks} out of 100, for version ${shown.version}`;
  return marks === null ? `${earlier}.` : `${earlier}. Only staff see these marks for version ${version}.`;
}

/** The label of a submission's marking state. */
export function markState({
  marks,
  released,
}: Pick<StaffSubmission, 'marks' | 'released'>): 'To mark' | 'Not released' | 'Released' {
  if (marks === null) return 'To mark';
  return released ? 'Released' : 'Not released';
}
