import { isoInstant } from '#contract/dates';
import { shownName } from '#contract/person-name';
import type { StaffBatch, StaffSubmission } from '#contract/staff';
import { presentListedReceipt } from '../submissions/presenter.ts';
import type { QueueRow } from '../submissions/queue-queries.ts';
import type { BatchWithCountsRow } from './queries.ts';

export function presentStaffBatch({ startsAt, ...row }: BatchWithCountsRow): StaffBatch {
  return {
    name: row.name,
    course: row.course,
    start: isoInstant(startsAt),
    students: row.students ?? 0,
    withProject: row.withProject ?? 0,
    submissions: row.submissions ?? 0,
    unmarked: row.unmarked ?? 0,
    heldBack: row.heldBack ?? 0,
  };
}

function presentShown({ shownVersion, shownMarks, shownComments }: QueueRow): StaffSubmission['shown'] {
  if (shownVersion === null || shownMarks === null) return null;
  return { version: shownVersion, marks: shownMarks, comments: shownComments ?? '' };
}

/** For staff `marked` means that any mark exists, released or not. */
export function presentStaffSubmission(row: QueueRow): StaffSubmission {
  return {
    ...presentListedReceipt(row),
    student: { s_id: row.email, s_name: shownName(row.name) },
    state: row.marks === null ? 'submitted' : 'marked',
    marks: row.marks,
    mark_comments: row.markComments,
    released: row.released === 1,
    shown: presentShown(row),
  };
}
