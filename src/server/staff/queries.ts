import type { Expression } from 'kysely';
import { studentCountOf } from '../accounts/queries.ts';
import { batchesAs, batchMentorsAs } from '../batches/queries.ts';
import { coursesAs } from '../courses/queries.ts';
import { compiledQuery } from '../platform/database/compiled-query.ts';
import { selectionCountOf } from '../selections/queries.ts';
import { newestVersionCountOf, unmarkedCountOf } from '../submissions/queue-queries.ts';

const batchColumns = ['batch.name', 'course.name as course', 'batch.starts_at as startsAt'] as const;

const countsOf = (batchId: Expression<number>) => [
  studentCountOf(batchId).as('students'),
  selectionCountOf(batchId).as('withProject'),
  newestVersionCountOf(batchId).as('submissions'),
  unmarkedCountOf(batchId).as('unmarked'),
];

/** A mentor's batches with their counts, newest first. */
export const batchesWithCountsOf = compiledQuery((db, p: { accountId: number }) =>
  db
    .selectFrom(batchMentorsAs('mentor'))
    .innerJoin(batchesAs('batch'), 'batch.id', 'mentor.batch_id')
    .innerJoin(coursesAs('course'), 'course.id', 'batch.course_id')
    .where('mentor.account_id', '=', p.accountId)
    .orderBy('batch.starts_at', 'desc')
    .orderBy('batch.id')
    .select(batchColumns)
    .select((on) => countsOf(on.ref('batch.id'))),
);

/** Every batch with its counts, newest first. */
export const everyBatchWithCounts = compiledQuery((db) =>
  db
    .selectFrom(batchesAs('batch'))
    .innerJoin(coursesAs('course'), 'course.id', 'batch.course_id')
    .orderBy('batch.starts_at', 'desc')
    .orderBy('batch.id')
    .select(batchColumns)
    .select((on) => countsOf(on.ref('batch.id'))),
);
export type BatchWithCountsRow = Awaited<ReturnType<typeof everyBatchWithCounts>>[number];
