import { sql, type Kysely } from 'kysely';
import type { Task } from '#contract/dates';
import { compiledQuery } from '../platform/database/compiled-query.ts';
import type { Flag, Tables } from '../platform/database/schema.ts';
import { receiptColumns } from '../submissions/queries.ts';

/** Counts of one batch, from indexes alone. */
const counts = [
  sql<number>`(select count(*) from accounts a where a.batch_id = batches.id and a.role = 'student')`.as(
    'students',
  ),
  sql<number>`(select count(*) from accounts a join selections s on s.account_id = a.id where a.batch_id = batches.id)`.as(
    'withProject',
  ),
  sql<number>`(select count(*) from task_progress t where t.batch_id = batches.id)`.as('submissions'),
  sql<number>`(select count(*) from task_progress t where t.batch_id = batches.id and t.is_marked = 0)`.as(
    'unmarked',
  ),
] as const;

const batchColumns = ['batches.name', 'courses.name as course', 'batches.starts_at as startsAt'] as const;

/** A mentor's batches, newest first. */
export const batchesWithCountsOf = compiledQuery((db, p: { accountId: number }) =>
  db
    .selectFrom('batch_mentors')
    .innerJoin('batches', 'batches.id', 'batch_mentors.batch_id')
    .innerJoin('courses', 'courses.id', 'batches.course_id')
    .where('batch_mentors.account_id', '=', p.accountId)
    .orderBy('batches.starts_at', 'desc')
    .orderBy('batches.id')
    .select(batchColumns)
    .select(counts),
);

/** Every batch, newest first. */
export const everyBatchWithCounts = compiledQuery((db) =>
  db
    .selectFrom('batches')
    .innerJoin('courses', 'courses.id', 'batches.course_id')
    .orderBy('batches.starts_at', 'desc')
    .orderBy('batches.id')
    .select(batchColumns)
    .select(counts),
);
export type BatchWithCountsRow = Awaited<ReturnType<typeof everyBatchWithCounts>>[number];

const staffColumns = [
  ...receiptColumns,
  'accounts.email',
  'accounts.name',
  'marks.marks',
  'marks.comments as markComments',
  'marks.released',
  'shown.version as shownVersion',
  'shown_marks.marks as shownMarks',
  'shown_marks.comments as shownComments',
] as const;

type Place = { batchId: number; beforeId: number; limit: number };
const queue = (db: Kysely<Tables>, p: Place) =>
  db
    .selectFrom('task_progress')
    .innerJoin('submissions', 'submissions.id', 'task_progress.submission_id')
    .innerJoin('accounts', 'accounts.id', 'task_progress.account_id')
    .leftJoin('marks', 'marks.submission_id', 'task_progress.submission_id')
    .leftJoin('submissions as shown', 'shown.id', 'task_progress.released_id')
    .leftJoin('marks as shown_marks', 'shown_marks.submission_id', 'task_progress.released_id')
    .where('task_progress.batch_id', '=', p.batchId)
    .where('task_progress.submission_id', '<', p.beforeId)
    .orderBy('task_progress.submission_id', 'desc')
    .limit(p.limit)
    .select(staffColumns);

/**
 * Newest versions of a batch's students, newest first, before an id; also those of one task, of one state, of both. The
 * filters look along one batch's part of the index, which has at most six entries a student.
 */
export const queueBefore = compiledQuery((db, p: Place) => queue(db, p));
export const queueOfTask = compiledQuery((db, p: Place & { task: Task }) =>
  queue(db, p).where('task_progress.task', '=', p.task),
);
export const queueOfState = compiledQuery((db, p: Place & { isMarked: Flag }) =>
  queue(db, p).where('task_progress.is_marked', '=', p.isMarked),
);
export const queueOfTaskAndState = compiledQuery((db, p: Place & { task: Task; isMarked: Flag }) =>
  queue(db, p).where('task_progress.task', '=', p.task).where('task_progress.is_marked', '=', p.isMarked),
);
export type StaffSubmissionRow = Awaited<ReturnType<typeof queueBefore>>[number];

/** One version as the queue shows it. */
export const queueRow = compiledQuery((db, p: { submissionId: number }) =>
  db
    .selectFrom('submissions')
    .innerJoin('accounts', 'accounts.id', 'submissions.account_id')
    .innerJoin('task_progress', (on) =>
      on
        .onRef('task_progress.account_id', '=', 'submissions.account_id')
        .onRef('task_progress.task', '=', 'submissions.task'),
    )
    .leftJoin('marks', 'marks.submission_id', 'submissions.id')
    .leftJoin('submissions as shown', 'shown.id', 'task_progress.released_id')
    .leftJoin('marks as shown_marks', 'shown_marks.submission_id', 'task_progress.released_id')
    .where('submissions.id', '=', p.submissionId)
    .select(staffColumns),
);
