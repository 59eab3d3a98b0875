import type { Task } from '#contract/dates';
import { rowsAtOnce } from '../platform/database/rows-at-once.ts';
import type { Writer } from '../platform/database/database.ts';
import { readExtensions, type Extensions } from './due-dates.ts';

export type NewExtension = { accountId: number; task: Task; dueAt: number; dueBefore: number };

/** `reason` is for staff only; `outage` is null for a single extension. */
export type Granting = {
  actorId: number;
  at: number;
  reason: string;
  outage: { from: number; to: number } | null;
};

/**
 * Reads and locks students' extensions, so that concurrent changes do not overwrite each other.
 * @param accountIds ascending, to avoid deadlocks
 */
export async function lockExtensions(
  writer: Writer,
  accountIds: readonly number[],
): Promise<Map<number, Extensions>> {
  if (accountIds.length === 0) return new Map();
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
 * Grants extensions; the newest of a task counts.
 * @param locked from `lockExtensions`, in the same transaction
 * @returns the last row's id, null without any
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
