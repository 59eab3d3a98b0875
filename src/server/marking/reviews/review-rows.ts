import { sql } from 'kysely';
import { shownName } from '#contract/accounts/person-name';
import { isoInstant, instantOrNull } from '#contract/dates';
import type { ReviewComment, Review } from '#contract/marking/review-calls';
import { accountsAs } from '../../accounts/queries.ts';
import type { Reader, Writer } from '../../platform/database/database.ts';
import { jointMarkersOf } from './joint-markers.ts';

/** A request without its mark is of an earlier version; an unchanged mark tells. */
const underReview = (column: 'marks' | 'marked_by') =>
  sql<number | null>`coalesce(${sql.ref(`second_looks.${column}`)},
    case when marks.marked_at <= second_looks.asked_at then ${sql.ref(`marks.${column}`)} end)`.as(
    `reviewed_${column}`,
  );

export async function reviewsAt(database: Reader | Writer, submissionIds: readonly number[]) {
  if (submissionIds.length === 0) return [];
  const rows = await database
    .selectFrom('second_looks')
    .innerJoin('marks', 'marks.submission_id', 'second_looks.submission_id')
    .innerJoin(accountsAs('student'), 'student.id', 'second_looks.account_id')
    .leftJoin('second_look_answers as given', 'given.submission_id', 'second_looks.submission_id')
    .leftJoin(accountsAs('answerer'), 'answerer.id', 'given.answered_by')
    .leftJoin(accountsAs('opener'), 'opener.id', 'second_looks.opened_by')
    .where('second_looks.submission_id', 'in', submissionIds)
    .select([
      'second_looks.submission_id as submissionId',
      'second_looks.account_id as accountId',
      'second_looks.task',
      'second_looks.reason',
      'second_looks.asked_at as askedAt',
      'student.name as student',
      'student.batch_id as batchId',
      'given.answer',
      'given.answered_at as answeredAt',
      'answerer.name as answeredBy',
      'opener.name as openedBy',
      underReview('marks'),
      underReview('marked_by'),
    ])
    .execute();
  const comments = rows.length === 0 ? [] : await commentsAt(database, submissionIds);
  const jointMarkers = await jointMarkersOf(
    database,
    rows.map(({ accountId }) => accountId),
  );
  return rows.map(({ reviewed_marks: marks, reviewed_marked_by: markedBy, ...row }) => ({
    ...row,
    marks,
    markedBy,
    jointMarkers: jointMarkers(row),
    comments: comments.filter(({ submissionId }) => submissionId === row.submissionId),
  }));
}
export type MarkReviewRow = Awaited<ReturnType<typeof reviewsAt>>[number];

/** A request with its answer and comments: of a mark, or of a mark without a file. */
export type ReviewRow = Omit<MarkReviewRow, 'submissionId' | 'accountId' | 'comments' | 'openedBy'> & {
  /** Who opened it for the student. */
  openedBy?: MarkReviewRow['openedBy'];
  comments: readonly Omit<MarkReviewRow['comments'][number], 'submissionId'>[];
};

/** Oldest first. */
async function commentsAt(database: Reader | Writer, submissionIds: readonly number[]) {
  return database
    .selectFrom('second_look_comments as comments')
    .innerJoin(accountsAs('author'), 'author.id', 'comments.written_by')
    .where('comments.submission_id', 'in', submissionIds)
    .orderBy('comments.id')
    .select(['comments.submission_id as submissionId', 'comments.comment as text', 'author.name as by'])
    .select(['comments.written_at as at', 'comments.to_office as toOffice'])
    .execute();
}

export async function reviewsOf(
  database: Reader,
  rows: readonly { reviewAt: number | null; id: number | null }[],
): Promise<MarkReviewRow[]> {
  const reviewed = rows.flatMap(({ reviewAt, id }) => (reviewAt === null || id === null ? [] : [id]));
  return reviewsAt(database, reviewed);
}

/** To be called under the account's lock, for a review without an answer. */
export async function insertAnswer(
  writer: Writer,
  {
    submissionId,
    answer,
    accountId,
    at,
  }: { submissionId: number; answer: string; accountId: number; at: number },
): Promise<void> {
  await writer
    .insertInto('second_look_answers')
    .values({ submission_id: submissionId, answer, answered_by: accountId, answered_at: at })
    .execute();
}

type PresentedReview = Pick<
  ReviewRow,
  'reason' | 'askedAt' | 'answer' | 'answeredAt' | 'answeredBy' | 'openedBy'
> &
  Partial<Pick<ReviewRow, 'comments'>>;

/** Students read comments with the answer. */
export function presentReviewRow(row: PresentedReview, reader: 'staff' | 'student' = 'student'): Review {
  const { reason, askedAt, answer, answeredAt, answeredBy, openedBy = null, comments = [] } = row;
  const isShown = comments.length > 0 && (reader === 'staff' || answer !== null);
  return {
    reason,
    ...(openedBy !== null && { opened_by: shownName(openedBy) }),
    asked_at: isoInstant(askedAt),
    answer,
    answered_by: answeredBy === null ? null : shownName(answeredBy),
    answered_at: instantOrNull(answeredAt),
    ...(isShown && { comments: comments.map(presentComment) }),
  };
}

const presentComment = ({ text, by, at, toOffice }: ReviewRow['comments'][number]): ReviewComment => ({
  text,
  by: shownName(by),
  at: isoInstant(at),
  to_office: toOffice === 1,
});
