import { minuteMs } from '#contract/durations';
import type { Writer } from '../platform/database/database.ts';
import { shortenedAddress } from '../platform/http/limits/network-of.ts';
import type { ActName } from './act-words.ts';

/** Logins of an account from one network within this time are one line. */
const windowMs = 10 * minuteMs;

/** Writes that somebody has logged in, in the change that begins the session. */
export async function recordSignIn(
  writer: Writer,
  { accountId, network: address, now }: { accountId: number; network: string; now: number },
): Promise<void> {
  const network = shortenedAddress(address);
  const before = await writer
    .selectFrom('audit_log')
    .where('actor_id', '=', accountId)
    .where('act', '=', 'log-in')
    .where('at', '>', now - windowMs)
    .where('network', '=', network)
    .select('id')
    .limit(1)
    .executeTakeFirst();
  if (before !== undefined) return;
  const line = {
    at: now,
    actor_id: accountId,
    about_id: accountId,
    act: 'log-in' satisfies ActName,
    subject: '',
    network,
  };
  await writer.insertInto('audit_log').values(line).execute();
}
