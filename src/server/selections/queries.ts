import type { Writer } from '../platform/database/database.ts';
import { compiledQuery } from '../platform/database/compiled-query.ts';

export type SelectionRow = { projectId: string; projectName: string; startedAt: number };

/** A student's selection with the project's name; none before the choice. */
export const selectionOfStudent = compiledQuery((db, p: { accountId: number }) =>
  db
    .selectFrom('selections')
    .innerJoin('projects', 'projects.id', 'selections.project_id')
    .where('selections.account_id', '=', p.accountId)
    .select([
      'projects.id as projectId',
      'projects.name as projectName',
      'selections.started_at as startedAt',
    ]),
);

/** What decides whether a student may have a project: both courses and the exit score. */
export async function candidacy(writer: Writer, accountId: number, projectId: string) {
  const student = await writer
    .selectFrom('accounts')
    .leftJoin('batches', 'batches.id', 'accounts.batch_id')
    .where('accounts.id', '=', accountId)
    .select(['batches.course_id as courseId', 'accounts.exit_score as exitScore'])
    .executeTakeFirstOrThrow();
  const project = await writer
    .selectFrom('projects')
    .where('id', '=', projectId)
    .select('course_id as courseId')
    .executeTakeFirst();
  return { student, project };
}
