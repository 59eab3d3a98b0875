import { shownName } from '#contract/accounts/person-name';
import type { Task } from '#contract/dates';
import { accountsAs } from '../../accounts/queries.ts';
import type { Reader } from '../../platform/database/database.ts';
import { partsOf } from '../../platform/database/rows-at-once.ts';

/** The newest version of each task of the current choice, with its mark, and what the student sees. */
export async function newestMarksOf(reader: Reader, accountIds: readonly number[]) {
  const found = [];
  for (const some of partsOf(accountIds))
    found.push(
      ...(await reader
        .selectFrom('task_progress as progress')
        .innerJoin('submissions as newest', 'newest.id', 'progress.submission_id')
        .leftJoin('marks as mark', 'mark.submission_id', 'progress.submission_id')
        .leftJoin(accountsAs('marker'), 'marker.id', 'mark.marked_by')
        .leftJoin('marks as shown', 'shown.submission_id', 'progress.released_id')
        .leftJoin(accountsAs('shown_marker'), 'shown_marker.id', 'shown.marked_by')
        .where('progress.account_id', 'in', some)
        .where('progress.is_current', '=', 1)
        .orderBy('progress.account_id')
        .orderBy('progress.task')
        .select(['progress.account_id as accountId', 'progress.task', 'progress.submission_id as newestId'])
        .select(['newest.number', 'mark.marks', 'mark.comments', 'mark.released', 'mark.rubric'])
        .select(['mark.overrule_reason', 'marker.name as marker', 'shown_marker.name as shownMarker'])
        .select(['progress.released_id as shownId', 'shown.marks as shownMarks'])
        .execute()),
    );
  return found;
}
export type NewestMarkRow = Awaited<ReturnType<typeof newestMarksOf>>[number];

/** A mark or record that a freeze releases. */
export type Unreleased = {
  accountId: number;
  task: Task;
  status: 'marked' | 'not_submitted' | 'absent' | 'excused';
  marks: number | null;
  /** What the student sees now. */
  seen: number | null;
  markedBy: string | null;
  /** Row of `marks` or of `recorded_marks`. */
  row: { of: 'marks'; id: number } | { of: 'recorded_marks'; id: number };
};

export const nameOrNull = (name: string | null): string | null => (name === null ? null : shownName(name));

export function unreleasedMark(row: NewestMarkRow): Unreleased | null {
  if (row.marks === null || row.released !== 0) return null;
  const { accountId, task, marks, shownMarks: seen, marker, newestId: id } = row;
  return {
    accountId,
    task,
    status: 'marked',
    marks,
    seen,
    markedBy: nameOrNull(marker),
    row: { of: 'marks', id },
  };
}
