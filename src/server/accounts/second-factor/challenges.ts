import { minuteMs } from '#contract/durations';
import type { Reader, Writer } from '../../platform/database/database.ts';
import type { Tables } from '../../platform/database/schema.ts';

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
