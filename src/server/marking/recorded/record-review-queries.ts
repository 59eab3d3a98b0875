import type { Task } from '#contract/dates';
import { accountsAs } from '../../accounts/queries.ts';
import type { Reader, Writer } from '../../platform/database/database.ts';
import { jointMarkersOf } from '../reviews/joint-markers.ts';

/** Review requests of marks without a file, with answers and comments. */
export async function recordReviewsAt(database: Reader | Writer, recordIds: readonly number[]) {
  if (recordIds.length === 0) return [];
  const rows = await database
    .selectFrom('recorded_mark_reviews as review')
    .innerJoin(accountsAs('student'), 'student.id', 'review.account_id')
    .leftJoin(accountsAs('answerer'), 'answerer.id', 'review.answered_by')
    .leftJoin(accountsAs('opener'), 'opener.id', 'review.opened_by')
    .where('review.record_id', 'in', recordIds)
    .select('review.account_id as accountId')
    .select(['review.record_id as recordId', 'review.task', 'review.reason', 'review.asked_at as askedAt'])
    .select(['student.name as student', 'student.email', 'student.batch_id as batchId'])
    .select(['review.answer', 'review.answered_at as answeredAt', 'answerer.name as answeredBy'])
    .select('opener.name as openedBy')
    .select(['review.marks', 'review.marked_by as markedBy'])
    .execute();
  const comments = rows.length === 0 ? [] : await commentsAt(database, recordIds);
  const jointMarkers = await jointMarkersOf(
    database,
    rows.map(({ accountId }) => accountId),
  );
  return rows.map((row) => ({
    ...row,
    jointMarkers: jointMarkers(row),
    comments: comments.filter(({ recordId }) => recordId === row.recordId),
  }));
}
export type RecordReview = Awaited<ReturnType<typeof recordReviewsAt>>[number];

/** Oldest first. */
async function commentsAt(database: Reader | Writer, recordIds: readonly number[]) {
  return database
    .selectFrom('recorded_mark_review_comments as comments')
    .innerJoin(accountsAs('author'), 'author.id', 'comments.written_by')
    .where('comments.record_id', 'in', recordIds)
    .orderBy('comments.id')
    .select(['comments.record_id as recordId', 'comments.comment as text', 'author.name as by'])
    .select(['comments.written_at as at', 'comments.to_office as toOffice'])
    .execute();
}

/** Of all batches, without an answer. */
export async function openRecordReviews(reader: Reader): Promise<{ id: number; task: Task }[]> {
  return reader
    .selectFrom('recorded_mark_reviews')
    .where('answered_at', 'is', null)
    .select(['record_id as id', 'task'])
    .execute();
}
