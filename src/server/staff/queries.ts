import { sql } from 'kysely';
import { hotQuery } from '../platform/database/hot-query.ts';
import { receiptColumns } from '../submissions/queries.ts';

/** Counts of one batch, from indexes alone. */
const counts = [
  sql<number>`(select count(*) from accounts a where a.batch_id = batches.id and a.role = 'student')`.as(
    'students',
  ),
  sql<number>`(select count(*) from accounts a join selections s on s.account_id = a.id where a.batch_id = batches.id)`.as(
    'withProject',
  ),
  sql<number>`(select count(*) from standings t where t.batch_id = batches.id)`.as('submissions'),
  sql<number>`(select count(*) from standings t where t.batch_id = batches.id and t.is_marked = 0)`.as(
    'unmarked',
  ),
] as const;

const batchColumns = ['batches.name', 'courses.name as course', 'batches.starts_at as startsAt'] as const;

/** A mentor's batches, newest first. */
export const batchesWithCountsOf = hotQuery((db, p: { accountId: number }) =>
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
export const everyBatchWithCounts = hotQuery((db) =>
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
] as const;

/** Newest versions of a batch's students, newest first, before an id. */
export const queueBefore = hotQuery((db, p: { batchId: number; beforeId: number; limit: number }) =>
  db
    .selectFrom('standings')
    .innerJoin('submissions', 'submissions.id', 'standings.submission_id')
    .innerJoin('accounts', 'accounts.id', 'standings.account_id')
    .leftJoin('marks', 'marks.submission_id', 'standings.submission_id')
    .where('standings.batch_id', '=', p.batchId)
    .where('standings.submission_id', '<', p.beforeId)
    .orderBy('standings.submission_id', 'desc')
    .limit(p.limit)
    .select(staffColumns),
);
export type StaffSubmissionRow = Awaited<ReturnType<typeof queueBefore>>[number];

/** One version as the queue shows it. */
export const queueRow = hotQuery((db, p: { submissionId: number }) =>
  db
    .selectFrom('submissions')
    .innerJoin('accounts', 'accounts.id', 'submissions.account_id')
    .leftJoin('marks', 'marks.submission_id', 'submissions.id')
    .where('submissions.id', '=', p.submissionId)
    .select(staffColumns),
);
