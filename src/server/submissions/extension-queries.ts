import type { Task } from '#contract/dates';
import { accountsAs } from '../accounts/queries.ts';
import { batchesAs } from '../courses/batch-queries.ts';
import { compiledQuery } from '../platform/database/compiled-query.ts';
import type { Reader } from '../platform/database/database.ts';
import { selectionsAs } from '../selections/queries.ts';

/** A student's extensions, newest first, with reasons: for staff. */
export const extensionsOf = compiledQuery((db, p: { accountId: number; limit: number }) =>
  db
    .selectFrom('extensions')
    .innerJoin(accountsAs('actor'), 'actor.id', 'extensions.granted_by')
    .where('extensions.account_id', '=', p.accountId)
    .orderBy('extensions.id', 'desc')
    .limit(p.limit)
    .select([
      'extensions.task',
      'extensions.due_at as dueAt',
      'extensions.due_before as dueBefore',
      'extensions.outage_from as outageFrom',
      'extensions.reason',
      'extensions.granted_at as grantedAt',
      'actor.name as grantedBy',
    ]),
);

/** Students of a batch with a project, after an account's id, with what determines their due dates. */
export const schedulesAfter = compiledQuery((db, p: { batchId: number; afterId: number; limit: number }) =>
  db
    .selectFrom(accountsAs('student'))
    .innerJoin(selectionsAs('selection'), 'selection.account_id', 'student.id')
    .innerJoin(batchesAs('batch'), 'batch.id', 'student.batch_id')
    .leftJoin('student_extensions', 'student_extensions.account_id', 'student.id')
    .where('student.batch_id', '=', p.batchId)
    .where('student.id', '>', p.afterId)
    .orderBy('student.id')
    .limit(p.limit)
    .select([
      'student.id as accountId',
      'student.email',
      'student.name',
      'student.confirmed_at as confirmedAt',
      'selection.started_at as startedAt',
      'selection.chosen_at as chosenAt',
      'batch.viva_deadline as batchDeadline',
      'batch.due_days as dueDays',
      'student_extensions.newest as extensions',
    ]),
);
export type ScheduledStudent = Awaited<ReturnType<typeof schedulesAfter>>[number];

/** Which students got an outage's extension already, and for which tasks. */
export async function grantedForOutage(
  reader: Reader,
  accountIds: readonly number[],
  outage: { from: number; to: number },
): Promise<ReadonlySet<string>> {
  if (accountIds.length === 0) return new Set();
  const rows = await reader
    .selectFrom('extensions')
    .where('account_id', 'in', accountIds)
    .where('outage_from', '=', outage.from)
    .where('outage_to', '=', outage.to)
    .select(['account_id', 'task'])
    .execute();
  return new Set(rows.map(({ account_id, task }) => grantKey(account_id, task)));
}

export const grantKey = (accountId: number, task: Task): string => `${accountId} ${task}`;
