import { type Kysely, sql } from 'kysely';
import { openingDay, tasks, type Task } from '#contract/dates';
import { dayMs } from '#contract/durations';
import { accountsAs } from '../accounts/queries.ts';
import type { Tables } from '../platform/database/schema.ts';
import { chosenAtOf, isOfCurrentChoice, selectionsAs } from '../selections/queries.ts';

/** Students and tasks of a batch that something is missing of; `number` and `since` are of the version that waits. */
export type UnfinishedTask = {
  account_id: number;
  task: Task | null;
  number: string | null;
  since: number | null;
};
/** `released`: 1 leaves out what students cannot know, so that a reminder does not tell of an unreleased record. */
type Of = { batchId: number; now: number; released: 0 | 1 };

const missing = {
  number: sql<string | null>`cast(null as text)`,
  since: sql<number | null>`cast(null as bigint)`,
};

/** Tasks that have opened for the student, without a version or a record for the current project. */
function withoutVersion(db: Kysely<Tables>, { batchId, now, released }: Of, among: readonly Task[]) {
  const opens = sql<{ task: Task; after: number }>`(${sql.join(
    among.map((task) => sql`select ${sql.lit(task)} as task, ${sql.lit(openingDay(task) * dayMs)} as after`),
    sql` union all `,
  )})`.as<'opens'>('opens');
  return db
    .selectFrom(accountsAs('of'))
    .innerJoin(selectionsAs('choice'), 'choice.account_id', 'of.id')
    .innerJoin(opens, (on) => on.on(sql<boolean>`choice.started_at + opens.after <= ${now}`))
    .where('of.batch_id', '=', batchId)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('task_progress')
            .whereRef('task_progress.account_id', '=', 'of.id')
            .where(sql<boolean>`task_progress.task = opens.task`)
            .where('task_progress.is_current', '=', 1)
            .select('task_progress.account_id'),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('recorded_marks as record')
            .whereRef('record.account_id', '=', 'of.id')
            .where(sql<boolean>`record.task = opens.task`)
            .where('record.choice', '=', chosenAtOf('choice'))
            .where('record.released', '>=', released)
            .select('record.id'),
        ),
      ),
    )
    .select(['of.id as account_id', sql<Task | null>`opens.task`.as('task')])
    .select([missing.number.as('number'), missing.since.as('since')]);
}

/** Of a partial index's condition, written as there. A record counts over the version that it knew. */
function waiting(db: Kysely<Tables>, { batchId }: Of, condition: ReturnType<typeof sql<boolean>>) {
  return db
    .selectFrom('task_progress')
    .innerJoin('submissions', 'submissions.id', 'task_progress.submission_id')
    .where('task_progress.batch_id', '=', batchId)
    .where(condition)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('recorded_marks as record')
            .whereRef('record.account_id', '=', 'task_progress.account_id')
            .whereRef('record.task', '=', 'task_progress.task')
            .whereRef('record.submission_id', '>=', 'task_progress.submission_id')
            .select('record.id'),
        ),
      ),
    )
    .select(['task_progress.account_id', sql<Task | null>`task_progress.task`.as('task')])
    .select([
      sql<string | null>`submissions.number`.as('number'),
      sql<number | null>`submissions.submitted_at`.as('since'),
    ]);
}

/** Marks without a file of the current choices. */
const recordsOf = (db: Kysely<Tables>, { batchId }: Of) =>
  db
    .selectFrom('recorded_marks as record')
    .where(isOfCurrentChoice('record.choice', 'record.account_id'))
    .innerJoin(accountsAs('of'), 'of.id', 'record.account_id')
    .where('of.batch_id', '=', batchId)
    .select(['record.account_id', sql<Task | null>`record.task`.as('task')])
    .select(missing.number.as('number'));

/** Unless a released mark of a later version counts in its place. */
const unreleasedRecords = (db: Kysely<Tables>, of: Of) =>
  recordsOf(db, of)
    .where('record.released', '=', 0)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('task_progress as later')
            .whereRef('later.account_id', '=', 'record.account_id')
            .whereRef('later.task', '=', 'record.task')
            .where('later.released_id', '>', sql<number>`coalesce(record.submission_id, 0)`)
            .select('later.account_id'),
        ),
      ),
    )
    .select(missing.since.as('since'));

const recordsUnderReview = (db: Kysely<Tables>, of: Of) =>
  recordsOf(db, of)
    .innerJoin('recorded_mark_reviews as review', 'review.record_id', 'record.id')
    .where('review.answered_at', 'is', null)
    .select(sql<number | null>`review.asked_at`.as('since'));

/** By the version under review, which may not be the newest. */
function underReview(db: Kysely<Tables>, { batchId }: Of) {
  return (
    db
      .selectFrom('task_progress')
      .innerJoin('second_looks as request', (on) =>
        on
          .onRef('request.account_id', '=', 'task_progress.account_id')
          .onRef('request.task', '=', 'task_progress.task'),
      )
      .innerJoin('submissions', 'submissions.id', 'request.submission_id')
      .leftJoin('second_look_answers as given', 'given.submission_id', 'request.submission_id')
      .where('task_progress.batch_id', '=', batchId)
      // A literal, as in the partial index.
      .where(({ eb, lit }) => eb('task_progress.has_open_look', '=', lit(1)))
      .where('given.submission_id', 'is', null)
      .select(['task_progress.account_id', sql<Task | null>`task_progress.task`.as('task')])
      .select([
        sql<string | null>`submissions.number`.as('number'),
        sql<number | null>`request.asked_at`.as('since'),
      ])
  );
}

/** Students who could submit a task and have not; a query to narrow by `of.id`. */
export const lacksTask = (db: Kysely<Tables>, task: Task, of: Omit<Of, 'released'>) =>
  withoutVersion(db, { ...of, released: 0 }, [task]);

export const unfinishedTasks = {
  unsubmitted: (db: Kysely<Tables>, of: Of) =>
    withoutVersion(
      db,
      of,
      tasks.filter((task) => task !== 'viva'),
    ),
  viva: (db: Kysely<Tables>, of: Of) => withoutVersion(db, of, ['viva']),
  unmarked: (db: Kysely<Tables>, of: Of) => waiting(db, of, sql<boolean>`task_progress.is_marked = 0`),
  review: (db: Kysely<Tables>, of: Of) => underReview(db, of).unionAll(recordsUnderReview(db, of)),
  unreleased: (db: Kysely<Tables>, of: Of) =>
    waiting(
      db,
      of,
      sql<boolean>`(case when task_progress.is_marked = 1 and task_progress.released_id is distinct from task_progress.submission_id then 1 else 0 end) = 1`,
    ).unionAll(unreleasedRecords(db, of)),
};
