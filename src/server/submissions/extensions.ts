import type { Task } from '#contract/dates';
import { rowsAtOnce } from '../platform/database/rows-at-once.ts';
import type { Writer } from '../platform/database/database.ts';
import { readExtensions, type Extensions } from './due-dates.ts';

/** More time for a student's task: until when it is due, and until when it was. */
export type NewExtension = { accountId: number; task: Task; dueAt: number; dueBefore: number };

/** Who gives more time, when, why (for staff alone), and for which outage, if for one. */
export type Granting = {
  actorId: number;
  at: number;
  reason: string;
  outage: { from: number; to: number } | null;
};

/**
 * Reads what some students were given so far, and locks it: of two changes at the same time the second sees what the first
 * has written.
 * @param accountIds in ascending order, as others lock them
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
 * Gives students more time within a change, a row each; of several for one task the newest counts.
 * @param locked what `lockExtensions` gave for these students in the same change
 * @returns the id of the last row, null without any
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
