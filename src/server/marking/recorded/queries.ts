import { expressionBuilder, sql, type Kysely } from 'kysely';
import type { Task } from '#contract/dates';
import { accountsAs } from '../../accounts/queries.ts';
import { compiledForIds, compiledQuery } from '../../platform/database/compiled-query.ts';
import type { Reader, Writer } from '../../platform/database/database.ts';
import type { Tables } from '../../platform/database/schema.ts';
import { isOfCurrentChoice } from '../../selections/queries.ts';

const tables = expressionBuilder<Tables>();

/** Of the current choice, with the task's newest version and newest released mark, and who recorded it. */
const ofCurrentChoice = (db: Kysely<Tables>) =>
  db
    .selectFrom('recorded_marks as record')
    .where(isOfCurrentChoice('record.choice', 'record.account_id'))
    .leftJoin('task_progress as progress', (on) =>
      on
        .onRef('progress.account_id', '=', 'record.account_id')
        .onRef('progress.task', '=', 'record.task')
        .on('progress.is_current', '=', 1),
    )
    .leftJoin(accountsAs('recorder'), 'recorder.id', 'record.recorded_by');

const currentRecords = (db: Kysely<Tables>) =>
  ofCurrentChoice(db).select([
    'record.id',
    'record.account_id as accountId',
    'record.task',
    'record.status',
    'record.marks',
    'record.comments',
    'record.format',
    'record.html',
    'record.rubric',
    'record.overrule_reason',
    'record.released',
    'record.released_at as releasedAt',
    'record.number_since as numberSince',
    'record.recorded_by as recordedBy',
    'record.recorded_at as recordedAt',
    'record.read_at as readAt',
    'record.second_look_at as reviewAt',
    'record.submission_id as submissionId',
    'recorder.name as recorder',
    'progress.submission_id as newestId',
    'progress.released_id as releasedId',
  ]);
export type RecordRow = Awaited<ReturnType<ReturnType<typeof currentRecords>['execute']>>[number];

/** For the student. */
export const releasedRecordsOf = compiledQuery((db, p: { accountId: number }) =>
  currentRecords(db).where('record.account_id', '=', p.accountId).where('record.released', '=', 1),
);

/** Whether a record stands in the place of a version: none came after it. */
export const standsFor = (accountId: string, task: string, submissionId: string) =>
  sql<boolean>`exists ${tables
    .selectFrom('recorded_marks as standing')
    .where(isOfCurrentChoice('standing.choice', 'standing.account_id'))
    .where('standing.account_id', '=', sql.ref<number>(accountId))
    .where('standing.task', '=', sql.ref<Task>(task))
    .where('standing.submission_id', '>=', sql.ref<number>(submissionId))
    .select('standing.id')}`;

/** Whether the student has a result of a task: a released mark, or a released record that counts. @param accountId a column */
export const hasResultOf = (accountId: string, task: Task) =>
  sql<boolean>`(exists ${tables
    .selectFrom('task_progress as shown')
    .where('shown.account_id', '=', sql.ref<number>(accountId))
    .where('shown.task', '=', sql.lit(task))
    .where('shown.is_current', '=', sql.lit(1))
    .where('shown.released_id', 'is not', null)
    .select('shown.released_id')} or exists ${tables
    .selectFrom('recorded_marks as given')
    .where(isOfCurrentChoice('given.choice', 'given.account_id'))
    .where('given.account_id', '=', sql.ref<number>(accountId))
    .where('given.task', '=', sql.lit(task))
    .where('given.released', '=', sql.lit(1))
    .where('given.status', '<>', sql.lit('excused' as const))
    .select('given.id')})`;

/** How often each member of staff recorded each mark that stands in a task's place. */
export const recordsGivenIn = compiledQuery((db, p: { batchId: number }) =>
  ofCurrentChoice(db)
    .innerJoin(accountsAs('student'), 'student.id', 'record.account_id')
    .where('student.batch_id', '=', p.batchId)
    .where('record.marks', 'is not', null)
    .where(sql<boolean>`coalesce(progress.submission_id, 0) <= coalesce(record.submission_id, 0)`)
    .groupBy(['record.task', 'record.marks', 'recorder.id', 'recorder.name'])
    .select(['record.task', 'record.marks', 'recorder.id as markerId', 'recorder.name'])
    .select(({ fn }) => fn.countAll<number>().as('times')),
);

/** Of a batch and task, or of all tasks: with the student, and the task's released mark, which the student sees. */
export const unreleasedRecordsOf = compiledQuery(
  (db, p: { batchId: number; task: Task | null; limit: number }) =>
    currentRecords(db)
      .innerJoin(accountsAs('student'), 'student.id', 'record.account_id')
      .leftJoin('submissions as shown', 'shown.id', 'progress.released_id')
      .leftJoin('marks as shown_mark', 'shown_mark.submission_id', 'progress.released_id')
      // Unary plus: by the few that are not released, not by all students of a batch.
      .where(sql<number>`+student.batch_id`, '=', p.batchId)
      .where(({ eb, lit }) => eb('record.released', '=', lit(0)))
      .where(sql<boolean>`record.task = coalesce(${p.task}, record.task)`)
      .orderBy('record.id')
      .limit(p.limit)
      .select(['student.email', 'student.name as studentName'])
      .select(['shown.version as shownVersion', 'shown_mark.marks as shownMarks']),
);

/** For staff, released or not. */
export const recordsOf = compiledForIds((db, accountIds) =>
  currentRecords(db).where('record.account_id', 'in', accountIds),
);

export const recordsOfTask = async (
  database: Reader | Writer,
  accountIds: readonly number[],
  task: Task,
): Promise<RecordRow[]> => (await recordsOf(database, accountIds)).filter((record) => record.task === task);

/** Of a student's current choice: the task's newest version. */
export const newestOfTask = compiledQuery((db, p: { accountId: number; task: Task }) =>
  db
    .selectFrom('task_progress as progress')
    .innerJoin('submissions', 'submissions.id', 'progress.submission_id')
    .leftJoin('marks', 'marks.submission_id', 'progress.submission_id')
    .leftJoin('submissions as shown', 'shown.id', 'progress.released_id')
    .leftJoin('marks as shown_marks', 'shown_marks.submission_id', 'progress.released_id')
    .where('progress.account_id', '=', p.accountId)
    .where('progress.task', '=', p.task)
    .where('progress.is_current', '=', 1)
    .select(['submissions.id', 'submissions.number', 'submissions.version', 'submissions.submitted_at'])
    .select(['marks.marks', 'marks.released', 'progress.released_id as releasedId'])
    .select(['shown.version as shownVersion', 'shown_marks.marks as shownMarks']),
);
export type NewestOfTask = Awaited<ReturnType<typeof newestOfTask>>[number];

/** Of these students, those with a version for the current choice. */
export async function submittedOf(
  database: Reader | Writer,
  accountIds: readonly number[],
  task: Task,
): Promise<Set<number>> {
  if (accountIds.length === 0) return new Set();
  const rows = await database
    .selectFrom('task_progress')
    .where('account_id', 'in', accountIds)
    .where('task', '=', task)
    .where('is_current', '=', 1)
    .select('account_id')
    .execute();
  return new Set(rows.map(({ account_id }) => account_id));
}
