import { sql, type Kysely } from 'kysely';
import { batchesAs, batchesOfMentorAs } from '../courses/batch-queries.ts';
import { coursesAs } from '../courses/course-queries.ts';
import { compiledQuery } from '../platform/database/compiled-query.ts';
import type { Writer, Reader } from '../platform/database/database.ts';
import type { Tables } from '../platform/database/schema.ts';

/** Newest first; null sums without counts. */
const batchesWithCounts = (
  db: Kysely<Tables>,
  batches: ReturnType<typeof batchesOfMentorAs<'batch'>> = batchesAs('batch'),
) =>
  db
    .selectFrom(batches)
    .innerJoin(coursesAs('course'), 'course.id', 'batch.course_id')
    .leftJoin('batch_counts as counts', 'counts.batch_id', 'batch.id')
    .groupBy(['batch.id', 'batch.name', 'batch.starts_at', 'batch.comment_first', 'course.name'])
    .orderBy('batch.starts_at', 'desc')
    .orderBy('batch.id')
    .select(['batch.id', 'batch.name', 'course.name as course', 'batch.starts_at as startsAt'])
    .select('batch.comment_first as commentFirst')
    .select(({ fn }) => [
      fn.sum<number | null>('counts.students').as('students'),
      fn.sum<number | null>('counts.with_project').as('withProject'),
      fn.sum<number | null>('counts.submissions').as('submissions'),
      fn.sum<number | null>('counts.unmarked').as('unmarked'),
      fn.sum<number | null>('counts.held_back').as('heldBack'),
    ]);

export const batchesWithCountsOf = compiledQuery((db, p: { accountId: number }) =>
  batchesWithCounts(db, batchesOfMentorAs('batch', p.accountId)),
);

export const batchWithCounts = compiledQuery((db, p: { batchId: number }) =>
  batchesWithCounts(db).where('batch.id', '=', p.batchId),
);

export const everyBatchWithCounts = compiledQuery((db) => batchesWithCounts(db));
export type BatchWithCountsRow = Awaited<ReturnType<typeof everyBatchWithCounts>>[number];

/** Without batches that have no counts. */
export async function countsOfBatches(reader: Reader, batchIds: readonly number[]) {
  if (batchIds.length === 0) return new Map<number, { students: number; unmarked: number }>();
  const rows = await reader
    .selectFrom('batch_counts')
    .where('batch_id', 'in', batchIds)
    .groupBy('batch_id')
    .select(({ fn }) => [
      'batch_id as id',
      fn.sum<number>('students').as('students'),
      fn.sum<number>('unmarked').as('unmarked'),
    ])
    .execute();
  return new Map(
    rows.map(({ id, students, unmarked }) => [
      id,
      { students: Number(students), unmarked: Number(unmarked) },
    ]),
  );
}

/** Of an empty batch: changes add up to zero. */
export async function forgetCounts(writer: Writer, batchId: number): Promise<void> {
  await writer
    .deleteFrom('batch_counts')
    .where('batch_id', '=', batchId)
    .where(({ selectFrom }) => {
      const left = selectFrom('batch_counts as other').where('other.batch_id', '=', batchId);
      return sql<boolean>`(${left.select(({ fn }) => fn.sum('other.students').as('students'))}) = 0`;
    })
    .execute();
}

/** For staff: newest released and newest version's mark per task. */
export function gradesOf(reader: Reader, accountIds: readonly number[]) {
  return reader
    .selectFrom('task_progress as progress')
    .leftJoin('marks as shown', 'shown.submission_id', 'progress.released_id')
    .leftJoin('marks as newest', 'newest.submission_id', 'progress.submission_id')
    .where('progress.account_id', 'in', accountIds)
    .select(['progress.account_id as accountId', 'progress.task', 'progress.version'])
    .select(['shown.marks as shownMarks', 'newest.marks as newestMarks', 'newest.released as newestReleased'])
    .execute();
}
export type GradeRow = Awaited<ReturnType<typeof gradesOf>>[number];
