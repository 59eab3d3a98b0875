import type { Reader } from '../platform/database/database.ts';

/** Per task: the newest released mark, and the newest version's mark, released or not. For staff only. */
export function gradesOf(reader: Reader, accountIds: readonly number[]) {
  return reader
    .selectFrom('task_progress as progress')
    .leftJoin('marks as shown', 'shown.submission_id', 'progress.released_id')
    .leftJoin('marks as newest', 'newest.submission_id', 'progress.submission_id')
    .where('progress.account_id', 'in', accountIds)
    .select(['progress.account_id as accountId', 'progress.task', 'progress.version'])
    .select(['shown.marks as shownMarks', 'newest.marks as newestMarks', 'newest.released as newestReleased'])
    .execute();
}
export type GradeRow = Awaited<ReturnType<typeof gradesOf>>[number];
