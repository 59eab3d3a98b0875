import { sql, type Kysely } from 'kysely';
import type { Task } from '#contract/dates';
import { accountsAs, studentsAs } from '../accounts/queries.ts';
import { batchesAs } from '../courses/batch-queries.ts';
import { coursesAs } from '../courses/course-queries.ts';
import { compiledQuery } from '../platform/database/compiled-query.ts';
import type { Reader, Writer } from '../platform/database/database.ts';
import type { Tables } from '../platform/database/schema.ts';
import { projectsAs } from '../projects/queries.ts';
import { recordsOfTask } from './recorded/queries.ts';
import { selectionsAs } from '../selections/queries.ts';
import { earlierProject, listedReceiptColumns, studentExtensionsAs } from '../submissions/queries.ts';

/** For staff: newest version per task, its mark, and the visible one. */
export async function standingsOf(reader: Reader, accountIds: readonly number[]) {
  if (accountIds.length === 0) return [];
  return reader
    .selectFrom('task_progress')
    .innerJoin('submissions', 'submissions.id', 'task_progress.submission_id')
    .leftJoin('marks', 'marks.submission_id', 'task_progress.submission_id')
    .leftJoin('submissions as shown', 'shown.id', 'task_progress.released_id')
    .leftJoin('marks as shown_marks', 'shown_marks.submission_id', 'task_progress.released_id')
    .leftJoin('student_extensions', 'student_extensions.account_id', 'task_progress.account_id')
    .where('task_progress.account_id', 'in', accountIds)
    .select([
      'student_extensions.newest as extensions',
      'task_progress.account_id as accountId',
      'task_progress.task',
      'task_progress.is_current as isCurrent',
      'submissions.number',
      'submissions.version',
      'submissions.submitted_at as submittedAt',
      'submissions.late',
      'marks.marks',
      'marks.released',
      'shown.version as shownVersion',
      'shown_marks.marks as shownMarks',
    ])
    .execute();
}
export type Standing = Awaited<ReturnType<typeof standingsOf>>[number];

/** Neither a released mark nor a released record. */
export async function studentsWithoutMark(
  reader: Reader | Writer,
  { projectId, task }: { projectId: string; task: Task },
): Promise<number[]> {
  const rows = await reader
    .selectFrom(selectionsAs('choice'))
    .leftJoin('task_progress', (on) =>
      on.onRef('task_progress.account_id', '=', 'choice.account_id').on('task_progress.task', '=', task),
    )
    .where('choice.project_id', '=', projectId)
    .where('task_progress.released_id', 'is', null)
    .select('choice.account_id as accountId')
    .execute();
  const ids = rows.map(({ accountId }) => accountId);
  const records = (await recordsOfTask(reader, ids, task)).filter(({ released }) => released === 1);
  const recorded = new Set(records.map(({ accountId }) => accountId));
  return ids.filter((id) => !recorded.has(id));
}

/** For staff: newest first, with unreleased marks. */
export const markedVersionsBefore = compiledQuery(
  (db, p: { accountId: number; beforeId: number; limit: number }) =>
    markedVersions(db)
      .where('submissions.account_id', '=', p.accountId)
      .where('submissions.id', '<', p.beforeId)
      .orderBy('submissions.id', 'desc')
      .limit(p.limit),
);
export type MarkedVersionRow = Awaited<ReturnType<typeof markedVersionsBefore>>[number];

/** For staff: newest version per task, with unreleased marks. */
export const newestMarksOf = compiledQuery((db, p: { accountId: number }) =>
  db
    .selectFrom('task_progress')
    .innerJoin('submissions', 'submissions.id', 'task_progress.submission_id')
    .leftJoin('marks', 'marks.submission_id', 'task_progress.submission_id')
    .where('task_progress.account_id', '=', p.accountId)
    .select(['task_progress.task', 'task_progress.version', 'task_progress.is_current as isCurrent'])
    .select('submissions.number')
    .select(['marks.marks', 'marks.comments', 'marks.released']),
);

export type NewestMark = Awaited<ReturnType<typeof newestMarksOf>>[number];

/** `id + 0` avoids SQLite's id index, which would read all the student's versions. */
export const markedVersionsOfTask = compiledQuery(
  (db, p: { accountId: number; task: Task; beforeId: number; limit: number }) =>
    markedVersions(db)
      .where('submissions.account_id', '=', p.accountId)
      .where('submissions.task', '=', p.task)
      .where('submissions.version', '<=', (of) =>
        of.fn.coalesce(
          of
            .selectFrom('submissions as cursor')
            .where('cursor.id', '=', p.beforeId)
            .where('cursor.account_id', '=', p.accountId)
            .where('cursor.task', '=', p.task)
            .select('cursor.version'),
          sql<number>`2147483647`,
        ),
      )
      .where(sql<number>`submissions.id + 0`, '<', p.beforeId)
      .orderBy('submissions.version', 'desc')
      .limit(p.limit),
);

function markedVersions(db: Kysely<Tables>) {
  return db
    .selectFrom('submissions')
    .leftJoin('marks', 'marks.submission_id', 'submissions.id')
    .leftJoin(accountsAs('marker'), 'marker.id', 'marks.marked_by')
    .leftJoin('student_extensions', 'student_extensions.account_id', 'submissions.account_id')
    .select(listedReceiptColumns)
    .select([
      'student_extensions.newest as extensions',
      earlierProject,
      'marks.marks',
      'marks.comments as markComments',
      'marks.format as markFormat',
      'marks.html as markHtml',
      'marks.rubric',
      'marks.overrule_reason',
      'marks.released',
      'marks.marked_at as markedAt',
      'marks.released_at as releasedAt',
      'marks.read_at as readAt',
      'marks.second_look_at as reviewAt',
      'submissions.id as submissionId',
      'marker.name as markedBy',
    ])
    .select((of) =>
      of
        .selectFrom('line_comments')
        .whereRef('line_comments.submission_id', '=', 'submissions.id')
        .select((one) => one.fn.countAll<number>().as('count'))
        .as('lineComments'),
    );
}

export const staffStudentById = compiledQuery((db, p: { accountId: number }) =>
  db
    .selectFrom(studentsAs('student'))
    .leftJoin(batchesAs('batch'), 'batch.id', 'student.batch_id')
    .leftJoin(coursesAs('course'), 'course.id', 'batch.course_id')
    .leftJoin(selectionsAs('selection'), 'selection.account_id', 'student.id')
    .leftJoin(projectsAs('project'), 'project.id', 'selection.project_id')
    .leftJoin(studentExtensionsAs('extensions'), 'extensions.account_id', 'student.id')
    .where('student.id', '=', p.accountId)
    .select([
      'student.email',
      'student.name',
      'student.typed_batch as typedBatch',
      'student.created_at as signedUpAt',
      'student.suspended_at as suspendedAt',
      'student.seen_at as seenAt',
      'batch.name as batch',
      'batch.viva_deadline as batchDeadline',
      'batch.due_days as dueDays',
      'extensions.newest as extensions',
      'course.name as course',
      'selection.started_at as startedAt',
      'project.id as projectId',
      'project.name as projectName',
    ]),
);
export type StaffStudentRow = Awaited<ReturnType<typeof staffStudentById>>[number];

export const projectOfSubmission = compiledQuery((db, p: { submissionId: number }) =>
  db
    .selectFrom('submissions')
    .leftJoin(selectionsAs('selection'), 'selection.account_id', 'submissions.account_id')
    .leftJoin(projectsAs('project'), 'project.id', 'selection.project_id')
    .where('submissions.id', '=', p.submissionId)
    .select(['submissions.task', 'project.id as projectId', 'project.name as projectName', earlierProject]),
);

/** Newest versions of a batch's students whose mark, by one mentor, is not released. */
export async function countUnreleasedBy(
  reader: Reader | Writer,
  { batchId, accountId }: { batchId: number; accountId: number },
): Promise<number> {
  const { count } = await reader
    .selectFrom(studentsAs('student'))
    .innerJoin('task_progress', 'task_progress.account_id', 'student.id')
    .innerJoin('marks', 'marks.submission_id', 'task_progress.submission_id')
    .where('student.batch_id', '=', batchId)
    .where('marks.marked_by', '=', accountId)
    .where('marks.released', '=', 0)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}
