import { isoInstant } from '#contract/dates';
import { shownName } from '#contract/accounts/person-name';
import type { StaffBatch, StaffName, StaffSubmission } from '#contract/marking/calls';
import type { QueueRow } from './queue/queue-queries.ts';
import { presentMarkRubric } from './mark-rubric.ts';
import type { Viewer } from '../accounts/sessions/viewer.ts';
import type { Reader, Writer } from '../platform/database/database.ts';
import { presentReview } from './reviews/review-deciders.ts';
import { presentReviewRow, reviewsAt } from './reviews/review-rows.ts';
import { takeBackUntil } from './mark-rules.ts';
import { commentsHtml, presentReadAt } from './mark-presenter.ts';
import { presentExtended, presentListedReceipt } from '../submissions/presenter.ts';
import { presentListedRecord } from './recorded/present-record.ts';
import { recordsOf, type RecordRow } from './recorded/queries.ts';
import { mentorsOfStudents } from './shares/queries.ts';
import type { BatchWithCountsRow } from './queries.ts';

export function presentStaffBatch(
  { startsAt, ...row }: BatchWithCountsRow,
  own?: StaffBatch['own'],
): StaffBatch {
  return {
    name: row.name,
    course: row.course,
    start: isoInstant(startsAt),
    students: row.students ?? 0,
    withProject: row.withProject ?? 0,
    submissions: row.submissions ?? 0,
    unmarked: row.unmarked ?? 0,
    heldBack: row.heldBack ?? 0,
    commentFirst: row.commentFirst === 1,
    ...(own !== undefined && { own }),
  };
}

function presentShown(row: QueueRow): StaffSubmission['shown'] {
  const { shownVersion, shownMarks, shownComments, shownMarkedAt, shownReleasedAt, shownReadAt } = row;
  if (shownVersion === null || shownMarks === null || shownMarkedAt === null) return null;
  return {
    version: shownVersion,
    marks: shownMarks,
    comments: shownComments ?? '',
    read_at: presentReadAt({
      marked_at: shownMarkedAt,
      released_at: shownReleasedAt,
      read_at: shownReadAt,
    }),
  };
}

function presentEarlier(row: QueueRow): StaffSubmission['earlier'] {
  const { earlierVersion, earlierMarks, earlierComments, earlierReleased } = row;
  if (earlierVersion === null || earlierMarks === null) return null;
  return {
    version: earlierVersion,
    marks: earlierMarks,
    comments: earlierComments ?? '',
    released: earlierReleased === 1,
  };
}

function presentAskedReview(row: QueueRow): StaffSubmission['second_look'] {
  const { reviewNumber, reviewVersion, reviewReason, reviewAskedAt } = row;
  if (reviewNumber === null || reviewVersion === null || reviewReason === null || reviewAskedAt === null)
    return null;
  return {
    number: reviewNumber,
    version: reviewVersion,
    ...presentReviewRow({
      reason: reviewReason,
      askedAt: reviewAskedAt,
      answer: row.reviewAnswer,
      answeredAt: row.reviewAnsweredAt,
      answeredBy: row.reviewAnsweredBy,
    }),
  };
}

/** @param id null for an operator, who has no account */
export function presentStaffName(
  id: number | null,
  name: string | null,
  viewerId: number,
): StaffName | undefined {
  return id === null || name === null ? undefined : { name: shownName(name), is_you: id === viewerId };
}

/** What rows show beside the version. */
export type Beside = {
  viewerId: number;
  records: readonly RecordRow[];
  /** By student: who marks them. */
  mentors: ReadonlyMap<number, { id: number; name: string }>;
};

/** Marks without a file for the same tasks: few rows have one. */
export async function readBeside(
  database: Reader | Writer,
  rows: readonly QueueRow[],
  { accountId: viewerId }: Pick<Viewer, 'accountId'>,
): Promise<Beside> {
  const ids = rows.flatMap(({ recordId, accountId }) => (recordId === null ? [] : [accountId]));
  const students = rows.map(({ accountId }) => accountId);
  return {
    viewerId,
    records: await recordsOf(database, [...new Set(ids)]),
    mentors: await mentorsOfStudents(database, students),
  };
}

/** For staff `marked` includes unreleased marks. */
export function presentStaffSubmission(
  row: QueueRow,
  { viewerId, records, mentors }: Beside,
): StaffSubmission {
  const { released, markedAt, releasedAt } = row;
  const record = records.find(({ accountId, task }) => accountId === row.accountId && task === row.task);
  const mentor = mentors.get(row.accountId);
  const assigned = mentor && presentStaffName(mentor.id, mentor.name, viewerId);
  const marker = presentStaffName(row.markerId, row.marker, viewerId);
  const isReleased = released === 1 && markedAt !== null;
  const { comments_html: html } = commentsHtml(row.markFormat, row.markComments, row.markHtml);
  return {
    ...presentListedReceipt(row),
    ...presentExtended(row),
    student: { s_id: row.email, s_name: shownName(row.name) },
    state: row.marks === null ? 'submitted' : 'marked',
    marks: row.marks,
    mark_comments: row.markComments,
    ...(html !== undefined && { mark_comments_html: html }),
    ...presentMarkRubric(row),
    released: isReleased,
    take_back_until: isReleased
      ? isoInstant(takeBackUntil({ marked_at: markedAt, released_at: releasedAt }))
      : null,
    shown: presentShown(row),
    earlier: presentEarlier(row),
    second_look: presentAskedReview(row),
    ...(record !== undefined && { recorded: presentListedRecord(record) }),
    ...(assigned !== undefined && { assigned }),
    ...(marker !== undefined && { marker }),
  };
}

/** With the review's comments, and who decides if not the viewer. */
export async function presentReviewedSubmission(
  database: Reader | Writer,
  row: QueueRow,
  viewer: Viewer,
): Promise<StaffSubmission> {
  const submission = presentStaffSubmission(row, await readBeside(database, [row], viewer));
  const [request] = row.reviewId === null ? [] : await reviewsAt(database, [row.reviewId]);
  const second_look = submission.second_look;
  if (request === undefined || second_look === null) return submission;
  return {
    ...submission,
    second_look: { ...second_look, ...(await presentReview(database, request, viewer)) },
  };
}
