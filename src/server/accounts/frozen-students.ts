import { expressionBuilder } from 'kysely';
import { compiledQuery } from '../platform/database/compiled-query.ts';
import type { Reader, Writer } from '../platform/database/database.ts';
import { partsOf } from '../platform/database/rows-at-once.ts';
import type { Tables } from '../platform/database/schema.ts';

/** Those whose result is frozen and not opened: what it is made of cannot be changed. */
export async function frozenAmong(
  database: Reader | Writer,
  accountIds: readonly number[],
): Promise<Set<number>> {
  const frozen = new Set<number>();
  for (const some of partsOf(accountIds)) {
    const rows = await database
      .selectFrom('frozen_students')
      .where('account_id', 'in', some)
      .where('opened_at', 'is', null)
      .select('account_id')
      .execute();
    for (const { account_id: id } of rows) frozen.add(id);
  }
  return frozen;
}

/** Lock the accounts before. Those that were frozen or opened before belong to this freeze from now on. */
export async function setFrozen(
  writer: Writer,
  accountIds: readonly number[],
  freezeId: number,
): Promise<void> {
  for (const some of partsOf(accountIds))
    await writer
      .insertInto('frozen_students')
      .values(some.map((account_id) => ({ account_id, freeze_id: freezeId })))
      .onConflict((conflict) =>
        conflict.column('account_id').doUpdateSet((row) => ({
          freeze_id: row.ref('excluded.freeze_id'),
          opened_at: null,
          opened_by: null,
          reason: null,
        })),
      )
      .execute();
}

export type Opening = { accountId: number; by: number; at: number; reason: string };

/** @returns false where nothing is frozen */
export async function openFrozen(writer: Writer, { accountId, by, at, reason }: Opening): Promise<boolean> {
  const { numUpdatedRows } = await writer
    .updateTable('frozen_students')
    .set({ opened_at: at, opened_by: by, reason })
    .where('account_id', '=', accountId)
    .where('opened_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * Those that the next freeze of a batch may hold: its students, and whom one of its freezes holds although they have
 * moved. Anonymised ones only where they are frozen.
 */
export async function studentsToFreeze(
  database: Reader | Writer,
  { batchId, freezeIds }: { batchId: number; freezeIds: readonly number[] },
) {
  // The list comes first: joined in written order, an `in` would read all accounts.
  return database
    .selectFrom((from) =>
      from
        .selectFrom('accounts as of_batch')
        .where('of_batch.batch_id', '=', batchId)
        .select('of_batch.id')
        .$if(freezeIds.length > 0, (of) =>
          of.union(
            from
              .selectFrom('frozen_students as held')
              .where('held.freeze_id', 'in', freezeIds)
              .where('held.opened_at', 'is', null)
              .select('held.account_id as id'),
          ),
        )
        .as('listed'),
    )
    .innerJoin('accounts', 'accounts.id', 'listed.id')
    .leftJoin('frozen_students as frozen', 'frozen.account_id', 'listed.id')
    .leftJoin('accounts as opener', 'opener.id', 'frozen.opened_by')
    .where('accounts.role', '=', 'student')
    .where(({ or, eb }) =>
      or([eb('accounts.anonymised_at', 'is', null), eb('frozen.account_id', 'is not', null)]),
    )
    .orderBy('accounts.name')
    .orderBy('accounts.id')
    .select(['accounts.id as accountId', 'accounts.email', 'accounts.name'])
    .select(['frozen.freeze_id as freezeId', 'frozen.opened_at as openedAt'])
    .select(['frozen.reason', 'opener.name as openedBy'])
    .execute();
}
export type StudentToFreeze = Awaited<ReturnType<typeof studentsToFreeze>>[number];

/** A student's; undefined: never frozen. */
export const frozenStudent = compiledQuery((db, p: { accountId: number }) =>
  db
    .selectFrom('frozen_students as frozen')
    .leftJoin('accounts as opener', 'opener.id', 'frozen.opened_by')
    .where('frozen.account_id', '=', p.accountId)
    .select(['frozen.freeze_id as freezeId', 'frozen.opened_at as openedAt', 'frozen.reason'])
    .select('opener.name as openedBy'),
);

/** Columns for other rooms' joins. */
export const frozenAs = <Alias extends string>(alias: Alias) =>
  expressionBuilder<Tables>()
    .selectFrom('frozen_students')
    .where('opened_at', 'is', null)
    .select(['account_id', 'freeze_id'])
    .as(alias);
