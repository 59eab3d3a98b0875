import { compiledForIds } from '../platform/database/compiled-query.ts';

/** What results are made of: of each task of the current choice the newest version and the released mark. */
export const resultMarksOf = compiledForIds((db, accountIds) =>
  db
    .selectFrom('task_progress as progress')
    .innerJoin('submissions as newest', 'newest.id', 'progress.submission_id')
    .leftJoin('marks as mark', 'mark.submission_id', 'progress.submission_id')
    .leftJoin('submissions as shown', 'shown.id', 'progress.released_id')
    .leftJoin('marks as released', 'released.submission_id', 'progress.released_id')
    .leftJoin('student_extensions', 'student_extensions.account_id', 'progress.account_id')
    .where('progress.account_id', 'in', accountIds)
    .where('progress.is_current', '=', 1)
    .select(['progress.account_id as accountId', 'progress.task', 'progress.has_open_look as hasOpenReview'])
    .select('progress.submission_id as newestId')
    .select('student_extensions.newest as extensions')
    .select(['newest.submitted_at as submittedAt', 'newest.late', 'newest.due_at as dueAt', 'mark.marks'])
    .select([
      'shown.submitted_at as shownSubmittedAt',
      'shown.late as shownLate',
      'shown.due_at as shownDueAt',
    ])
    .select('released.marks as shownMarks'),
);
export type ResultMarkRow = Awaited<ReturnType<typeof resultMarksOf>>[number];
