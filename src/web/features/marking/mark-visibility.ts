import type { StaffSubmission } from '#contract/marking/calls';
import { taskLabel } from '../../lib/task-label.ts';

type MarkedVersion = Pick<StaffSubmission, 'student' | 'task' | 'version' | 'marks' | 'shown' | 'earlier'>;

/** Says that a newer version needs marking; '' otherwise. */
function describeNewVersion({ version, marks, earlier }: MarkedVersion): string {
  if (marks !== null || earlier === null) return '';
  const held = earlier.released ? '' : ` (${earlier.marks} out of 100, not released)`;
  return `Version ${version} is newer than the marks for version ${earlier.version}${held}. `;
}

/** Describes which marks students see and which only staff see. */
export function describeMarkVisibility(row: MarkedVersion): string {
  const { student, task, version, marks, shown } = row;
  const after = describeNewVersion(row);
  const name = student.s_name;
  if (shown === null) {
    return marks === null
      ? `${after}${name} sees no marks for ${taskLabel(task)} yet.`
      : `Only staff see these marks. ${name} sees none until you release them.`;
  }
  const seen = `${shown.marks} out of 100${shown.comments === '' ? '' : ' and the comment'}`;
  if (shown.version === version) return `${name} sees ${seen}.`;
  const earlier = `${name} still sees ${shown.marks} out of 100, for version ${shown.version}`;
  return marks === null
    ? `${after}${earlier}.`
    : `${earlier}. Only staff see these marks for version ${version}.`;
}

export function markState({
  marks,
  released,
}: Pick<StaffSubmission, 'marks' | 'released'>): 'To mark' | 'Not released' | 'Released' {
  if (marks === null) return 'To mark';
  return released ? 'Released' : 'Not released';
}
