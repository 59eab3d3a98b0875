import type { ExpressionBuilder } from 'kysely';
import type { Task } from '#contract/dates';
import { frozenAs } from '../../accounts/frozen-students.ts';
import { accountsAs } from '../../accounts/queries.ts';
import { batchesAs } from '../../courses/batch-queries.ts';
import { declarationsAs } from '../../courses/declarations.ts';
import { compiledQuery } from '../../platform/database/compiled-query.ts';
import type { Tables } from '../../platform/database/schema.ts';
import { selectionsAs } from '../../selections/queries.ts';
import { earlierProject, listedReceiptColumns, receiptColumns } from '../../submissions/queries.ts';

/** Of a version whose released mark is joined as `marks`: 0 without one. */
const releasedLineComments = (of: ExpressionBuilder<Tables, 'marks'>) =>
  of
    .selectFrom('line_comments')
    .whereRef('line_comments.submission_id', '=', 'marks.submission_id')
    .select((one) => one.fn.countAll<number>().as('count'))
    .as('lineComments');

/** One row per submitted task (one of nulls if none): newest version, newest released mark of the current choice. */
export const taskProgressOf = compiledQuery((db, p: { accountId: number }) =>
  db
    .selectFrom(accountsAs('accounts'))
    .leftJoin(selectionsAs('selections'), 'selections.account_id', 'accounts.id')
    .leftJoin(batchesAs('batches'), 'batches.id', 'accounts.batch_id')
    .leftJoin(declarationsAs('asked'), 'asked.id', 'batches.declaration_id')
    .leftJoin('task_progress', 'task_progress.account_id', 'accounts.id')
    .leftJoin('submissions', 'submissions.id', 'task_progress.submission_id')
    .leftJoin('marks', (on) =>
      on.onRef('marks.submission_id', '=', 'task_progress.released_id').on('marks.released', '=', 1),
    )
    .leftJoin('submissions as marked', 'marked.id', 'marks.submission_id')
    .leftJoin(accountsAs('marker'), 'marker.id', 'marks.marked_by')
    .leftJoin('student_extensions', 'student_extensions.account_id', 'accounts.id')
    .leftJoin(frozenAs('frozen'), 'frozen.account_id', 'accounts.id')
    .where('accounts.id', '=', p.accountId)
    .select([
      'frozen.freeze_id as freezeId',
      'selections.started_at as startedAt',
      'batches.viva_deadline as batchDeadline',
      'batches.comment_first as commentFirst',
      'batches.due_days as dueDays',
      'batches.extension_days as extensionDays',
      'batches.review_days as reviewDays',
      'batches.choose_from as chooseFrom',
      'batches.choose_until as chooseUntil',
      'asked.id as declarationId',
      'asked.statement',
      'asked.ai_use as aiUse',
      'student_extensions.newest as extensions',
      'task_progress.task',
      'submissions.number',
      'task_progress.is_current as isCurrent',
      'submissions.version',
      'submissions.submitted_at as submittedAt',
      'submissions.late',
      'marks.marks',
      'marks.comments',
      'marks.format',
      'marks.html',
      'marks.rubric',
      'marks.marked_at as markedAt',
      'marks.released_at as releasedAt',
      'marks.number_since as numberSince',
      'marks.read_at as readAt',
      'marks.second_look_at as reviewAt',
      'marks.submission_id as markedId',
      'marked.version as markedVersion',
      'marked.number as markedNumber',
      'marker.name as markedBy',
    ])
    .select(releasedLineComments)
    // Of the newest request for an extension; null: there is none.
    .select((of) =>
      of
        .selectFrom('extension_requests')
        .whereRef('extension_requests.account_id', '=', 'accounts.id')
        .select((one) => one.fn.max('extension_requests.id').as('id'))
        .as('requestId'),
    )
    // Of a released mark without a file; null: there is none.
    .select((of) =>
      of
        .selectFrom('recorded_marks')
        .whereRef('recorded_marks.account_id', '=', 'accounts.id')
        .where('recorded_marks.released', '=', 1)
        .select((one) => one.fn.max('recorded_marks.id').as('id'))
        .as('recordId'),
    ),
);
export type TaskProgressRow = Awaited<ReturnType<typeof taskProgressOf>>[number];

/** Newest first, with released marks. */
export const versionsBefore = compiledQuery((db, p: { accountId: number; beforeId: number; limit: number }) =>
  db
    .selectFrom('submissions')
    .leftJoin('student_extensions', 'student_extensions.account_id', 'submissions.account_id')
    .leftJoin('marks', (on) =>
      on.onRef('marks.submission_id', '=', 'submissions.id').on('marks.released', '=', 1),
    )
    .where('submissions.account_id', '=', p.accountId)
    .where('submissions.id', '<', p.beforeId)
    .orderBy('submissions.id', 'desc')
    .limit(p.limit)
    .select(listedReceiptColumns)
    .select(['student_extensions.newest as extensions', earlierProject])
    .select(['marks.marks', 'marks.comments as markComments'])
    .select(['marks.format as markFormat', 'marks.html as markHtml'])
    .select(releasedLineComments),
);
export type VersionRow = Awaited<ReturnType<typeof versionsBefore>>[number];

export const versionOf = compiledQuery((db, p: { accountId: number; task: Task; version: number }) =>
  db
    .selectFrom('submissions')
    .innerJoin(accountsAs('student'), 'student.id', 'submissions.account_id')
    .leftJoin(batchesAs('batch'), 'batch.id', 'student.batch_id')
    .leftJoin('marks', 'marks.submission_id', 'submissions.id')
    .where('submissions.account_id', '=', p.accountId)
    .where('submissions.task', '=', p.task)
    .where('submissions.version', '=', p.version)
    .select(['submissions.id', 'submissions.number', 'marks.released'])
    .select(['marks.marked_at as markedAt', 'marks.released_at as releasedAt', 'marks.read_at as readAt'])
    .select(['marks.number_since as numberSince', 'batch.review_days as reviewDays'])
    .select(earlierProject),
);

/** Oldest first; released marks only. */
export const versionsAfter = compiledQuery((db, p: { accountId: number; afterId: number; limit: number }) =>
  db
    .selectFrom('submissions')
    .leftJoin('marks', (on) =>
      on.onRef('marks.submission_id', '=', 'submissions.id').on('marks.released', '=', 1),
    )
    .leftJoin(accountsAs('marker'), 'marker.id', 'marks.marked_by')
    .leftJoin('student_extensions', 'student_extensions.account_id', 'submissions.account_id')
    .where('submissions.account_id', '=', p.accountId)
    .where('submissions.id', '>', p.afterId)
    .orderBy('submissions.id')
    .limit(p.limit)
    .select(receiptColumns)
    .select([
      'submissions.id',
      'submissions.erased_at as erasedAt',
      'marks.marks',
      'marks.comments as markComments',
      'marks.rubric',
      'marks.marked_at as markedAt',
      'marks.second_look_at as reviewAt',
      'marker.name as markedBy',
      'student_extensions.newest as extensions',
      earlierProject,
    ]),
);
