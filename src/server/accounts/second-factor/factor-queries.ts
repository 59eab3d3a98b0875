import type { Reader, Writer } from '../../platform/database/database.ts';

export type FactorRow = Awaited<ReturnType<typeof factorsOf>>[number];

/** In the order in which they were added. */
export async function factorsOf(reader: Reader, accountId: number) {
  return reader
    .selectFrom('second_factors')
    .where('account_id', '=', accountId)
    .orderBy('id')
    .select(['id', 'kind', 'name', 'secret', 'credential_id as credentialId', 'transports', 'counter'])
    .select(['added_at as addedAt', 'used_at as usedAt'])
    .execute();
}

export async function recoveryCodesLeft(reader: Reader, accountId: number): Promise<number> {
  const row = await reader
    .selectFrom('recovery_codes')
    .where('account_id', '=', accountId)
    .where('used_at', 'is', null)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/** Denormalized, so that requests need no extra query. */
export async function markSecondFactor(writer: Writer, accountId: number): Promise<void> {
  const has = (await factorsOf(writer, accountId)).length > 0;
  await writer
    .updateTable('accounts')
    .set({ has_second_factor: has ? 1 : 0 })
    .where('id', '=', accountId)
    .execute();
}

/**
 * Records a use if the counter still has its old value.
 * @returns whether it did
 */
export async function countUse(
  writer: Writer,
  { id, before, counter, now }: { id: number; before: number; counter: number; now: number },
): Promise<boolean> {
  const used = await writer
    .updateTable('second_factors')
    .set({ counter, used_at: now })
    .where('id', '=', id)
    .where('counter', '=', before)
    .returning('id')
    .executeTakeFirst();
  return used !== undefined;
}

export async function removeFactors(writer: Writer, accountId: number): Promise<void> {
  for (const table of ['second_factors', 'recovery_codes'] as const)
    await writer.deleteFrom(table).where('account_id', '=', accountId).execute();
  await markSecondFactor(writer, accountId);
}
