import { sql, type Kysely } from 'kysely';
import { accountsAs } from '../../accounts/queries.ts';
import { compiledQuery } from '../../platform/database/compiled-query.ts';
import type { Reader } from '../../platform/database/database.ts';
import { partsOf } from '../../platform/database/rows-at-once.ts';
import type { Tables } from '../../platform/database/schema.ts';
import { undoneBetween } from '../../selections/queries.ts';
import { listedReceiptColumns } from '../../submissions/queries.ts';

const queueColumns = [
  ...listedReceiptColumns,
  'submissions.id as submissionId',
  'task_progress.account_id as accountId',
  'student.email',
  'student.name',
  'student_extensions.newest as extensions',
  'marks.marks',
  'marks.comments as markComments',
  'marks.format as markFormat',
  'marks.html as markHtml',
  'marks.rubric',
  'marks.overrule_reason',
  'marks.released',
  'marks.released_at as releasedAt',
  'marks.marked_at as markedAt',
  'marks.marked_by as markerId',
  'marker.name as marker',
  'shown.version as shownVersion',
  'shown_marks.marks as shownMarks',
  'shown_marks.comments as shownComments',
  'shown_marks.released_at as shownReleasedAt',
  'shown_marks.marked_at as shownMarkedAt',
  'shown_marks.read_at as shownReadAt',
  'earlier.version as earlierVersion',
  'earlier_marks.marks as earlierMarks',
  'earlier_marks.comments as earlierComments',
  'earlier_marks.released as earlierReleased',
  'request.submission_id as reviewId',
  'request.reason as reviewReason',
  'request.asked_at as reviewAskedAt',
  'reviewed_version.number as reviewNumber',
  'reviewed_version.version as reviewVersion',
  'review_answer.answer as reviewAnswer',
  'review_answer.answered_at as reviewAnsweredAt',
  'answerer.name as reviewAnsweredBy',
] as const;

const isOfSameChoice = (submittedAt: string) =>
  sql`not exists ${undoneBetween(
    sql.ref('submissions.account_id'),
    sql.ref(submittedAt),
    sql.ref('submissions.submitted_at'),
  )}`;

/** So many are searched for a mark. */
const earlierVersions = 50;

const earlierMarkedId = sql<number>`(select prior.id from submissions prior join marks prior_marks on prior_marks.submission_id = prior.id
  where prior.account_id = submissions.account_id and prior.task = submissions.task
    and prior.version < submissions.version and prior.version >= submissions.version - ${sql.lit(earlierVersions)}
    and ${isOfSameChoice('prior.submitted_at')}
  order by prior.version desc limit 1)`;

const reviewsOfTask = sql`select max(l.submission_id) from second_looks l join submissions asked on asked.id = l.submission_id
  where l.account_id = submissions.account_id and l.task = submissions.task and ${isOfSameChoice('asked.submitted_at')}`;

/** An open request, else the last one. */
const shownReviewId = sql<number>`coalesce(
  (${reviewsOfTask} and not exists (select 1 from second_look_answers a where a.submission_id = l.submission_id)),
  (${reviewsOfTask}))`;

/** Of any choice; null where nothing was ever recorded for the task without a file. */
const recordOfTask = sql<number | null>`(select max(r.id) from recorded_marks r
  where r.account_id = submissions.account_id and r.task = submissions.task)`.as('recordId');

/** Joined by id alone: with more conditions PostgreSQL expects one row, and sorts the batch. */
const shownVersions = (db: Kysely<Tables>, which: 'newest' | 'any') =>
  db
    .selectFrom('task_progress')
    .innerJoin('submissions', (on) =>
      which === 'newest'
        ? on.onRef('submissions.id', '=', 'task_progress.submission_id')
        : on
            .onRef('submissions.account_id', '=', 'task_progress.account_id')
            .onRef('submissions.task', '=', 'task_progress.task'),
    )
    .innerJoin(accountsAs('student'), 'student.id', 'task_progress.account_id')
    .leftJoin('student_extensions', 'student_extensions.account_id', 'task_progress.account_id')
    .leftJoin('marks', 'marks.submission_id', 'submissions.id')
    .leftJoin(accountsAs('marker'), 'marker.id', 'marks.marked_by')
    .leftJoin('submissions as shown', 'shown.id', 'task_progress.released_id')
    .leftJoin('marks as shown_marks', 'shown_marks.submission_id', 'task_progress.released_id')
    .leftJoin('submissions as earlier', (on) => on.on('earlier.id', '=', earlierMarkedId))
    .leftJoin('marks as earlier_marks', 'earlier_marks.submission_id', 'earlier.id')
    .leftJoin('second_looks as request', (on) => on.on('request.submission_id', '=', shownReviewId))
    .leftJoin('submissions as reviewed_version', 'reviewed_version.id', 'request.submission_id')
    .leftJoin('second_look_answers as review_answer', 'review_answer.submission_id', 'request.submission_id')
    .leftJoin(accountsAs('answerer'), 'answerer.id', 'review_answer.answered_by')
    .select(queueColumns)
    .select(recordOfTask);

export const newestVersions = (db: Kysely<Tables>) => shownVersions(db, 'newest');

export type QueueRow = Awaited<ReturnType<ReturnType<typeof newestVersions>['execute']>>[number];

export const queueRow = compiledQuery((db, p: { submissionId: number }) =>
  shownVersions(db, 'any')
    .where(({ eb, refTuple, selectFrom }) =>
      eb(
        refTuple('task_progress.account_id', 'task_progress.task'),
        '=',
        selectFrom('submissions as asked')
          .where('asked.id', '=', p.submissionId)
          .select(['asked.account_id', 'asked.task'])
          .$asTuple('account_id', 'task'),
      ),
    )
    .where('submissions.id', '=', p.submissionId),
);

export type NewestVersion = { id: number; number: string; version: number; submitted_at: number };

/** By submission: its task's newest version. */
export async function newestVersionsOf(
  reader: Reader,
  submissionIds: readonly number[],
): Promise<Map<number, NewestVersion>> {
  const found = new Map<number, NewestVersion>();
  for (const some of partsOf(submissionIds)) {
    const rows = await reader
      .selectFrom('submissions')
      .innerJoin('task_progress', (on) =>
        on
          .onRef('task_progress.account_id', '=', 'submissions.account_id')
          .onRef('task_progress.task', '=', 'submissions.task'),
      )
      .innerJoin('submissions as newest', 'newest.id', 'task_progress.submission_id')
      .where('submissions.id', 'in', some)
      .select(['submissions.id as of', 'newest.id', 'newest.number', 'newest.version', 'newest.submitted_at'])
      .execute();
    for (const { of, ...newest } of rows) found.set(of, newest);
  }
  return found;
}

/** Empty if all are marked. */
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
