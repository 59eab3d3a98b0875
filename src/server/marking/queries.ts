import { sql, type Kysely, type Nullable, type Selectable } from 'kysely';
import type { Task } from '#contract/dates';
import { accountsAs, studentsAs } from '../accounts/queries.ts';
import { batchesAs, batchesOfMentorAs } from '../courses/batch-queries.ts';
import { coursesAs } from '../courses/course-queries.ts';
import { compiledQuery } from '../platform/database/compiled-query.ts';
import type { Writer, Reader } from '../platform/database/database.ts';
import { rowsAtOnce } from '../platform/database/rows-at-once.ts';
import type { Tables } from '../platform/database/schema.ts';
import { chosenAtOf, isOfCurrentChoice, selectionsAs } from '../selections/queries.ts';
import { takeBackUntil, type VersionMark } from './mark-rules.ts';
import { cameAfter, countedOf, isStanding, type Counted } from './recorded/counted.ts';
import { recordsOf, type RecordRow } from './recorded/queries.ts';
import { recordedMark } from './refuse-lower.ts';

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

/** Whether a student of the batch has a released mark, with or without a file. */
export async function hasReleasedMark(reader: Reader | Writer, batchId: number): Promise<boolean> {
  const row =
    (await reader
      .selectFrom('task_progress')
      .where('batch_id', '=', batchId)
      .where('released_id', 'is not', null)
      .select('account_id')
      .limit(1)
      .executeTakeFirst()) ??
    (await reader
      .selectFrom(studentsAs('student'))
      .innerJoin('recorded_marks', 'recorded_marks.account_id', 'student.id')
      .where('student.batch_id', '=', batchId)
      .where('recorded_marks.released', '=', 1)
      .select('recorded_marks.account_id')
      .limit(1)
      .executeTakeFirst());
  return row !== undefined;
}

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

/** Of a student and a task of the current choice. */
export type Grade = {
  accountId: number;
  task: Task;
  isSubmitted: boolean;
  /** From what is released. */
  counted: Counted | null;
  /** Of the newest version, or of the record in its place; null for none. */
  unreleased: number | null;
};

/** For staff. */
export async function gradesOf(reader: Reader, accountIds: readonly number[]): Promise<Grade[]> {
  if (accountIds.length === 0) return [];
  const newest = await reader
    .selectFrom('task_progress as progress')
    .leftJoin('marks', 'marks.submission_id', 'progress.submission_id')
    .where('progress.account_id', 'in', accountIds)
    .where('progress.is_current', '=', 1)
    .select(['progress.account_id as accountId', 'progress.task', 'marks.marks', 'marks.released'])
    .execute();
  const records = await recordsOf(reader, accountIds);
  const grades = new Map<string, Grade>();
  const gradeOf = ({ accountId, task }: { accountId: number; task: Task }): Grade => {
    const key = `${accountId} ${task}`;
    const known = grades.get(key);
    if (known !== undefined) return known;
    const grade = { accountId, task, isSubmitted: false, counted: null, unreleased: null };
    grades.set(key, grade);
    return grade;
  };
  for (const { marks, released, ...row } of newest)
    Object.assign(gradeOf(row), { isSubmitted: true, unreleased: released === 0 ? marks : null });
  for (const { accountId, task, marks, released } of records.filter((one) => isStanding(one)))
    Object.assign(gradeOf({ accountId, task }), { unreleased: released === 0 ? marks : null });
  for (const counted of await countedOf(reader, accountIds)) gradeOf(counted).counted = counted;
  return [...grades.values()];
}

/** Unreleased marks of a task of the current choice: of every version, and the one without a file. */
export const waitingMarks = compiledQuery((db, p: { accountId: number; task: Task }) =>
  db
    .selectFrom('submissions')
    .innerJoin('marks', 'marks.submission_id', 'submissions.id')
    .innerJoin(selectionsAs('selection'), 'selection.account_id', 'submissions.account_id')
    .where('submissions.account_id', '=', p.accountId)
    .where('submissions.task', '=', p.task)
    .where('submissions.submitted_at', '>=', chosenAtOf('selection'))
    .where('marks.released', '=', 0)
    .select('submissions.account_id')
    .unionAll(
      db
        .selectFrom('recorded_marks as record')
        .where(isOfCurrentChoice('record.choice', 'record.account_id'))
        .where('record.account_id', '=', p.accountId)
        .where('record.task', '=', p.task)
        .where('record.released', '=', 0)
        .select('record.account_id'),
    ),
);

export const newestColumns = [
  'accounts.id as accountId',
  'accounts.email',
  'accounts.name',
  'submissions.id',
  'submissions.number',
  'submissions.version',
  'submissions.submitted_at',
  'marks.marks',
  'marks.comments',
  'marks.released',
  'marks.released_at',
  'marks.marked_at',
  'marks.second_look_at',
] as const;

type MarkColumns = 'marks' | 'comments' | 'released' | 'released_at' | 'marked_at' | 'second_look_at';
type NewestRow = Nullable<Pick<Selectable<Tables['marks']>, MarkColumns>> & {
  id: number;
  number: string;
  version: number;
  submitted_at: number;
  accountId: number;
  name: string;
};

/**
 * A student's newest version of a task.
 * @param shown the newest released mark of an earlier version; null in an export
 */
export function newestOf(row: NewestRow, shown: VersionMark | null = null) {
  const { id, number, version, accountId, name, marks, comments, released, released_at, marked_at } = row;
  return {
    id,
    number,
    version,
    accountId,
    name,
    mark: marks === null ? null : { marks, comments: comments ?? '', released: released === 1 },
    markedAt: marked_at,
    changedAt: Math.max(marked_at ?? 0, row.submitted_at),
    isReviewed: row.second_look_at !== null,
    takeBackUntil: marked_at === null ? 0 : takeBackUntil({ released_at, marked_at }),
    shown,
  };
}
export type Newest = ReturnType<typeof newestOf>;

/** A key of `newest` and `records`. */
export const taskKey = (email: string, task: string): string => `${email} ${task}`;

type Known = {
  /** By email. */
  students: Map<string, { accountId: number; name: string }>;
  newest: Map<string, Newest>;
  records: Map<string, RecordRow>;
};

/** The mark that the student sees in place of a newest version's: of an earlier one, or a record. */
function shownInstead(
  newestId: number,
  shownId: number | null,
  shown: VersionMark | null,
  record?: RecordRow,
) {
  if (record?.released !== 1) return shown;
  if (!cameAfter(newestId, record)) return null;
  return cameAfter(shownId, record) ? shown : recordedMark(record);
}

/** Of the current choice. @param batchId null for students of any batch */
export async function readNewest(
  database: Reader,
  emails: readonly string[],
  batchId: number | null = null,
): Promise<Known> {
  const students: Known['students'] = new Map();
  const records: Known['records'] = new Map();
  const newest = new Map<string, Newest>();
  const unique = [...new Set(emails)];
  for (let from = 0; from < unique.length; from += rowsAtOnce) {
    const rows = await database
      .selectFrom(accountsAs('accounts'))
      .leftJoin('task_progress', (on) =>
        on.onRef('task_progress.account_id', '=', 'accounts.id').on('task_progress.is_current', '=', 1),
      )
      .leftJoin('submissions', 'submissions.id', 'task_progress.submission_id')
      .leftJoin('marks', 'marks.submission_id', 'submissions.id')
      .leftJoin('submissions as earlier', (on) =>
        on
          .onRef('earlier.id', '=', 'task_progress.released_id')
          .onRef('earlier.version', '<', 'submissions.version'),
      )
      .leftJoin('marks as shown', 'shown.submission_id', 'earlier.id')
      .where('accounts.email', 'in', unique.slice(from, from + rowsAtOnce))
      .where('accounts.role', '=', 'student')
      .$if(batchId !== null, (query) => query.where('accounts.batch_id', '=', batchId))
      .select(newestColumns)
      .select(['task_progress.task', 'shown.marks as shownMarks', 'earlier.version as shownVersion'])
      .select('earlier.id as shownId')
      .execute();
    for (const { email, accountId, name } of rows) students.set(email, { accountId, name });
    const emailOf = new Map(rows.map(({ accountId, email }) => [accountId, email]));
    for (const record of await recordsOf(database, [...emailOf.keys()]))
      records.set(taskKey(emailOf.get(record.accountId) as string, record.task), record);
    for (const row of rows) {
      const { email, task, id, number, version, submitted_at, shownMarks, shownVersion, shownId } = row;
      if (task === null || id === null || number === null || version === null || submitted_at === null)
        continue;
      const shown =
        shownMarks === null || shownVersion === null ? null : { marks: shownMarks, version: shownVersion };
      const key = taskKey(email, task satisfies Task);
      const instead = shownInstead(id, shownId, shown, records.get(key));
      newest.set(key, newestOf({ ...row, id, number, version, submitted_at }, instead));
    }
  }
  return { students, newest, records };
}
