import type { Task } from '../dates.ts';

/** What staff record for a student and a task without a file. */
export const recordStatuses = ['marked', 'not_submitted', 'absent', 'excused'] as const;
export type RecordStatus = (typeof recordStatuses)[number];

export const recordStatusLabels: Record<RecordStatus, string> = {
  marked: 'Marked without a file',
  not_submitted: 'Not submitted',
  absent: 'Absent',
  excused: 'Excused',
};

/** 0 for not submitted and absent, none for excused. @param typed of `marked`; null where it is missing */
export function marksOfStatus(status: RecordStatus, typed: number | null): number | null {
  if (status === 'marked') return typed;
  return status === 'excused' ? null : 0;
}

type Counted = { marks: number | null; recorded?: { status: RecordStatus; counts: boolean } | undefined };

/** A task's number for means and plots; null where it is excused. */
export function countedMarks({ marks, recorded }: Counted): number | null {
  return recorded?.counts === true && recorded.status === 'excused' ? null : marks;
}

/** Why "0 for all who have not submitted" leaves a student out. */
export const unsubmittedSkips = [
  'submitted',
  'extension',
  'request',
  'recorded',
  'not_due',
  'frozen',
  'not_in_batch',
] as const;
export type UnsubmittedSkip = (typeof unsubmittedSkips)[number];

/** Of a student's task, for staff. */
export const recordedAddress = (s_id: string, task: Task): string =>
  `/staff/students/${encodeURIComponent(s_id)}/tasks/${task}`;
