import type { Reader, Writer } from '../../platform/database/database.ts';
import { minuteMs } from '#contract/durations';
import type { Tables } from '../../platform/database/schema.ts';

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

const lifeMs = 15 * minuteMs;

/** `holder` is the hash of the session's or pending login's token. */
type Of = { holder: string; purpose: Tables['factor_challenges']['purpose'] };

/** Replaces an earlier challenge of the same purpose. */
export async function issueChallenge(
  writer: Writer,
  { holder, purpose, value, now }: Of & { value: string; now: number },
): Promise<void> {
  const fields = { value, expires_at: now + lifeMs };
  await writer
    .insertInto('factor_challenges')
    .values({ holder_hash: holder, purpose, ...fields })
    .onConflict((conflict) => conflict.columns(['holder_hash', 'purpose']).doUpdateSet(fields))
    .execute();
}

/** Null for none. */
export async function readChallenge(
  reader: Reader,
  { holder, purpose, now }: Of & { now: number },
): Promise<string | null> {
  const row = await reader
    .selectFrom('factor_challenges')
    .where('holder_hash', '=', holder)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now)
    .select('value')
    .executeTakeFirst();
  return row?.value ?? null;
}

/** Deletes the challenge: each allows one answer. Null for none. */
export async function takeChallenge(
  writer: Writer,
  { holder, purpose, now }: Of & { now: number },
): Promise<string | null> {
  const row = await writer
    .deleteFrom('factor_challenges')
    .where('holder_hash', '=', holder)
    .where('purpose', '=', purpose)
    .returning(['value', 'expires_at'])
    .executeTakeFirst();
  return row !== undefined && row.expires_at > now ? row.value : null;
}
