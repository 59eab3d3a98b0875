import type { TimelineTask } from '#contract/submissions/calls';
import { recordStatusLabels, type RecordStatus } from '#contract/marking/recorded';

type Mark = {
  /** Absent for the mark of a version. */
  status?: RecordStatus | null | undefined;
  marks: number | null;
};

/** "71 out of 100", "Absent, 0 out of 100", "Excused, does not count". */
export function markWords({ status, marks }: Mark): string {
  if (status === 'excused') return `${recordStatusLabels.excused}, does not count`;
  const number = `${marks} out of 100`;
  return status == null || status === 'marked' ? number : `${recordStatusLabels[status]}, ${number}`;
}

export const visibility = (released: boolean) => (released ? 'released' : 'not released');

type OfTask = Pick<TimelineTask, 'recorded'>;

/** What counts without a file; undefined where a version's mark does, or nothing. */
export const countingRecord = ({ recorded }: OfTask) => (recorded?.counts === true ? recorded : undefined);

/** It has no marks, and is not waited for. */
export const isExcused = (task: OfTask): boolean => countingRecord(task)?.status === 'excused';

/** What the student sees as the result of a task: `markWords` of what counts. */
export const resultWords = (task: OfTask & { marks: number | null }): string =>
  markWords({ status: countingRecord(task)?.status, marks: task.marks });
