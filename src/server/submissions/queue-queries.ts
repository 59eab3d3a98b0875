import type { Kysely } from 'kysely';
import type { Task } from '#contract/dates';
import { accountsAs } from '../accounts/queries.ts';
import { compiledQuery } from '../platform/database/compiled-query.ts';
import type { Flag, Tables } from '../platform/database/schema.ts';
import { listedReceiptColumns } from './queries.ts';

const queueColumns = [
  ...listedReceiptColumns,
  'submissions.id as submissionId',
  'student.email',
  'student.name',
  'marks.marks',
  'marks.comments as markComments',
  'marks.released',
  'shown.version as shownVersion',
  'shown_marks.marks as shownMarks',
  'shown_marks.comments as shownComments',
] as const;

/** The newest versions with all that the queue shows of each. */
export const newestVersions = (db: Kysely<Tables>) =>
  db
    .selectFrom('task_progress')
    .innerJoin('submissions', 'submissions.id', 'task_progress.submission_id')
    .innerJoin(accountsAs('student'), 'student.id', 'task_progress.account_id')
    .leftJoin('marks', 'marks.submission_id', 'task_progress.submission_id')
    .leftJoin('submissions as shown', 'shown.id', 'task_progress.released_id')
    .leftJoin('marks as shown_marks', 'shown_marks.submission_id', 'task_progress.released_id')
    .select(queueColumns);

type Place = { batchId: number; beforeId: number; limit: number };
const queue = (db: Kysely<Tables>, p: Place) =>
  newestVersions(db)
    .where('task_progress.batch_id', '=', p.batchId)
    .where('task_progress.submission_id', '<', p.beforeId)
    .orderBy('task_progress.submission_id', 'desc')
    .limit(p.limit);

/**
 * Newest versions of a batch's students, newest first, before an id; also those of one task, of one state, of both. Each
 * has an index of its own, and looks at no row that it does not give.
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
export type QueueRow = Awaited<ReturnType<typeof queueBefore>>[number];

/** One version as the queue shows it. */
export const queueRow = compiledQuery((db, p: { submissionId: number }) =>
  db
    .selectFrom('submissions')
    .innerJoin(accountsAs('student'), 'student.id', 'submissions.account_id')
    .innerJoin('task_progress', (on) =>
      on
        .onRef('task_progress.account_id', '=', 'submissions.account_id')
        .onRef('task_progress.task', '=', 'submissions.task'),
    )
    .leftJoin('marks', 'marks.submission_id', 'submissions.id')
    .leftJoin('submissions as shown', 'shown.id', 'task_progress.released_id')
    .leftJoin('marks as shown_marks', 'shown_marks.submission_id', 'task_progress.released_id')
    .where('submissions.id', '=', p.submissionId)
    .select(queueColumns),
);

/** Since when the longest waiting newest version of a batch waits for a mark; none where all are marked. */
export const waitingLongest = compiledQuery((db, p: { batchId: number }) =>
  db
    .selectFrom('task_progress')
    .innerJoin('submissions', 'submissions.id', 'task_progress.submission_id')
    .where('task_progress.batch_id', '=', p.batchId)
    .where('task_progress.is_marked', '=', 0)
    .orderBy('task_progress.submission_id')
    .limit(1)
    .select('submissions.submitted_at as since'),
);
