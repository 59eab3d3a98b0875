import { shownName } from '#contract/accounts/person-name';
import type { Task } from '#contract/dates';
import type { RecordStatus } from '#contract/marking/recorded';
import { accountsAs } from '../../accounts/queries.ts';
import type { Reader } from '../../platform/database/database.ts';
import { partsOf } from '../../platform/database/rows-at-once.ts';
import { cameAfter, recordCounts } from '../recorded/counted.ts';
import type { RecordRow } from '../recorded/queries.ts';

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
        .select(['shown.marks as shownMarks'])
        .execute()),
    );
  return found;
}
export type NewestMarkRow = Awaited<ReturnType<typeof newestMarksOf>>[number];

/** A mark or record that a freeze releases. */
export type Unreleased = {
  accountId: number;
  task: Task;
  status: RecordStatus;
  marks: number | null;
  /** What the student sees now. */
  seen: number | null;
  markedBy: string | null;
  /** Row of `marks` or of `recorded_marks`. */
  row: { of: 'marks'; id: number } | { of: 'recorded_marks'; id: number };
};

/** Of one student and task: neither is null for both. */
type Decisions = { mark: NewestMarkRow | null; record: RecordRow | null };

/** As staff see it: the record, unless a version that came after it has a mark. */
const isByRecord = ({ mark, record }: Decisions): boolean =>
  record !== null && !(mark !== null && mark.marks !== null && cameAfter(mark.newestId, record));

const nameOrNull = (name: string | null): string | null => (name === null ? null : shownName(name));

/** Who decided what counts once all is released. */
export const deciderOf = (of: Decisions): string | null => {
  if (isByRecord(of)) return nameOrNull(of.record?.recorder ?? null);
  return nameOrNull((of.mark?.marks == null ? of.mark?.shownMarker : of.mark.marker) ?? null);
};

/** What the student sees as the task's number. */
function seenOf({ mark, record }: Decisions): number | null {
  if (record !== null && record.released === 1 && recordCounts(record)) return record.marks;
  return mark?.shownMarks ?? null;
}

export function unreleasedOf(of: Decisions): Unreleased | null {
  const { mark, record } = of;
  const seen = seenOf(of);
  if (record !== null && isByRecord(of)) {
    if (record.released === 1) return null;
    const { accountId, task, status, marks, recorder, id } = record;
    const row = { of: 'recorded_marks', id } as const;
    return { accountId, task, status, marks, seen, markedBy: nameOrNull(recorder), row };
  }
  if (mark === null || mark.marks === null || mark.released !== 0) return null;
  const { accountId, task, marks, marker, newestId: id } = mark;
  const row = { of: 'marks', id } as const;
  return { accountId, task, status: 'marked', marks, seen, markedBy: nameOrNull(marker), row };
}
