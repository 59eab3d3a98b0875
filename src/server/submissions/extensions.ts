import type { Kysely } from 'kysely';
import type { Task } from '#contract/dates';
import { rowsAtOnce } from '../platform/database/rows-at-once.ts';
import type { Writer, Reader } from '../platform/database/database.ts';
import { readExtensions, type Extensions } from './due-dates.ts';
import { accountsAs, lockAccounts } from '../accounts/queries.ts';
import { batchesAs } from '../courses/batch-queries.ts';
import { compiledQuery } from '../platform/database/compiled-query.ts';
import type { Tables } from '../platform/database/schema.ts';
import { selectionsAs } from '../selections/queries.ts';

export type NewExtension = { accountId: number; task: Task; dueAt: number; dueBefore: number };

/** `actorId` is the student's own where nobody decided; `reason` for staff; `outage` null for a single one. */
export type Granting = {
  actorId: number;
  at: number;
  reason: string;
  outage: { from: number; to: number } | null;
};

/** @param accountIds ascending, against deadlocks */
export async function lockExtensions(
  writer: Writer,
  accountIds: readonly number[],
): Promise<Map<number, Extensions>> {
  if (accountIds.length === 0) return new Map();
  await lockAccounts(writer, accountIds);
  const rows = await writer
    .insertInto('student_extensions')
    .values(accountIds.map((account_id) => ({ account_id, newest: '{}' })))
    .onConflict((conflict) =>
      conflict.column('account_id').doUpdateSet((old) => ({ newest: old.ref('student_extensions.newest') })),
    )
    .returning(['account_id', 'newest'])
    .execute();
  return new Map(rows.map(({ account_id, newest }) => [account_id, readExtensions(newest)]));
}

/**
 * A task's newest counts.
 * @param locked from `lockExtensions`, in the same transaction
 * @returns the last row's id, or null
 */
export async function insertExtensions(
  writer: Writer,
  extensions: readonly NewExtension[],
  locked: ReadonlyMap<number, Extensions>,
  { actorId, at, reason, outage }: Granting,
): Promise<number | null> {
  let last: number | null = null;
  const newest = new Map<number, Extensions>();
  for (const { accountId, task, dueAt } of extensions) {
    const before = newest.get(accountId) ?? locked.get(accountId) ?? {};
    newest.set(accountId, { ...before, [task]: { due_at: dueAt, granted_at: at } });
  }
  for (let from = 0; from < extensions.length; from += rowsAtOnce) {
    const rows = await writer
      .insertInto('extensions')
      .values(
        extensions.slice(from, from + rowsAtOnce).map(({ accountId, task, dueAt, dueBefore }) => ({
          account_id: accountId,
          task,
          due_at: dueAt,
          due_before: dueBefore,
          outage_from: outage?.from ?? null,
          outage_to: outage?.to ?? null,
          reason,
          granted_by: actorId,
          granted_at: at,
        })),
      )
      .returning('id')
      .execute();
    last = rows.at(-1)?.id ?? last;
  }
  const kept = [...newest].map(([account_id, of]) => ({ account_id, newest: JSON.stringify(of) }));
  for (let from = 0; from < kept.length; from += rowsAtOnce) {
    await writer
      .insertInto('student_extensions')
      .values(kept.slice(from, from + rowsAtOnce))
      .onConflict((conflict) =>
        conflict.column('account_id').doUpdateSet((row) => ({ newest: row.ref('excluded.newest') })),
      )
      .execute();
  }
  return last;
}

/** Newest first, with reasons, for staff. */
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
      'extensions.granted_by as granter',
      'actor.name as grantedBy',
    ]),
);

/** Students with a project, and what their due dates are computed from. */
const scheduled = (db: Kysely<Tables>) =>
  db
    .selectFrom(accountsAs('student'))
    .innerJoin(selectionsAs('selection'), 'selection.account_id', 'student.id')
    .innerJoin(batchesAs('batch'), 'batch.id', 'student.batch_id')
    .leftJoin('student_extensions', 'student_extensions.account_id', 'student.id')
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
    ]);

export const schedulesAfter = compiledQuery((db, p: { batchId: number; afterId: number; limit: number }) =>
  scheduled(db)
    .where('student.batch_id', '=', p.batchId)
    .where('student.id', '>', p.afterId)
    .orderBy('student.id')
    .limit(p.limit),
);
export type ScheduledStudent = Awaited<ReturnType<typeof schedulesAfter>>[number];

/** Those of the batch, by email. */
export async function schedulesByEmail(
  database: Reader | Writer,
  batchId: number,
  emails: readonly string[],
): Promise<ScheduledStudent[]> {
  if (emails.length === 0) return [];
  return scheduled(database)
    .where('student.batch_id', '=', batchId)
    .where('student.email', 'in', emails)
    .orderBy('student.id')
    .execute();
}

/** As `grantKey`. */
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
