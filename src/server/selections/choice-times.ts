import { hourMs } from '#contract/durations';
import type { Writer } from '../platform/database/database.ts';

/**
 * Which choice work belongs to is read from times: a clock that is set back must not mix the work of two. Corrections of
 * more than an hour are an alarm for the operator.
 * @param earliest in milliseconds since 1970 UTC, as `now`
 */
export const notBefore = (now: number, earliest: number): number =>
  earliest > now && earliest - now <= hourMs ? earliest : now;

/** When a new choice begins: after all that was undone. The caller locks the account. */
export async function beginningOfChoice(writer: Writer, accountId: number, now: number): Promise<number> {
  const last = await writer
    .selectFrom('former_selections')
    .where('account_id', '=', accountId)
    .select(({ fn }) => [fn.max('ended_at').as('endedAt'), fn.max('chosen_at').as('chosenAt')])
    .executeTakeFirst();
  return notBefore(now, 1 + Math.max(last?.endedAt ?? 0, last?.chosenAt ?? 0));
}
