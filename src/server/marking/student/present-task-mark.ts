import { instantOrNull, type Task } from '#contract/dates';
import { shownName } from '#contract/accounts/person-name';
import type { OwnRecord } from '#contract/marking/recorded-mark-calls';
import type { TimelineTask } from '#contract/submissions/calls';
import { commentsHtml, presentGivenLines, presentReadAt } from '../mark-presenter.ts';
import { presentOwnRecord } from '../recorded/present-record.ts';
import type { RecordRow } from '../recorded/queries.ts';
import type { RecordReview } from '../recorded/record-review-queries.ts';
import { presentReviewUntil } from '../reviews/review-until.ts';
import { presentReviewRow, type MarkReviewRow } from '../reviews/review-rows.ts';
import type { TaskProgressRow } from './queries.ts';
import { recordOf } from './task-state.ts';

/** @param zone IANA, the academy's */
type When = { now: number; zone: string };

/** Released marks without a file, with their review requests. */
export type OwnRecords = { records?: readonly RecordRow[]; recordReviews?: readonly RecordReview[] };

function readAt(row: TaskProgressRow | undefined): string | null {
  if (row === undefined || row.markedAt === null || row.readAt === null) return null;
  return presentReadAt({ marked_at: row.markedAt, released_at: row.releasedAt, read_at: row.readAt });
}

/** Until when a review of the row's mark can be requested; after that, why it cannot. */
function reviewOf(row: TaskProgressRow | undefined, when: When) {
  if (row?.markedAt == null) return {};
  const { markedAt: marked_at, releasedAt: released_at, numberSince: number_since } = row;
  const isRequested = row.reviewAt !== null;
  return presentReviewUntil(
    { marked_at, released_at, number_since },
    { ...when, days: row.reviewDays, isRequested },
  );
}

function presentLineComments(row: TaskProgressRow | undefined): Pick<TimelineTask, 'line_comments'> {
  const count = Number(row?.lineComments ?? 0);
  return row?.markedNumber == null || count === 0
    ? {}
    : { line_comments: { receipt: row.markedNumber, count } };
}

/** The fields of the task's mark: those of the record if its number counts, else of the submission's mark. */
export function presentMark(
  row: TaskProgressRow | undefined,
  review: MarkReviewRow | undefined,
  record: OwnRecord | null,
  when: When,
) {
  if (record !== null && record.counts && record.marks !== null)
    return {
      marks: record.marks,
      comments: record.comments,
      ...(record.comments_html !== undefined && { comments_html: record.comments_html }),
      ...(record.rubric !== undefined && { rubric: record.rubric }),
      marked_version: null,
      marked_at: record.at,
      marked_by: record.by,
      read_at: record.read_at,
      second_look: record.second_look,
      ...(record.review_until !== undefined && { review_until: record.review_until }),
      ...(record.no_review !== undefined && { no_review: record.no_review }),
    };
  return {
    marks: row?.marks ?? null,
    comments: row?.comments ?? null,
    ...commentsHtml(row?.format, row?.comments ?? null, row?.html),
    ...(row?.rubric != null && { rubric: presentGivenLines(row.rubric) }),
    marked_version: row?.markedVersion ?? null,
    ...presentLineComments(row),
    marked_at: instantOrNull(row?.markedAt),
    marked_by: row?.markedBy == null ? null : shownName(row.markedBy),
    read_at: readAt(row),
    second_look: review === undefined ? null : presentReviewRow(review),
    ...reviewOf(row, when),
  };
}

export function presentRecordOf(
  task: Task,
  { records, recordReviews = [] }: OwnRecords,
  reviewLimit: When & { days: number | null },
): OwnRecord | null {
  const record = recordOf(task, records);
  if (record === undefined) return null;
  const review = recordReviews.find(({ recordId }) => recordId === record.id);
  return presentOwnRecord(record, review === undefined ? null : presentReviewRow(review), reviewLimit);
}
