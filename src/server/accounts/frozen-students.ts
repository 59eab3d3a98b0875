import type { Reader, Writer } from '../platform/database/database.ts';
import { partsOf } from '../platform/database/rows-at-once.ts';

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
