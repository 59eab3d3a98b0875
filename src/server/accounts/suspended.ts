import { messages } from '#contract/messages';
import type { Reader } from '../platform/database/database.ts';
import { AccountRefused } from '../platform/http/security-log.ts';

/** The refusal of a login, once its holder has proven to be that. */
export const suspended = (accountId: number) =>
  new AccountRefused(accountId, 403, 'suspended', messages.accountSuspended);

export async function isSuspended(database: Reader, accountId: number): Promise<boolean> {
  const query = database.selectFrom('accounts').where('id', '=', accountId).select('suspended_at');
  return (await query.executeTakeFirstOrThrow()).suspended_at !== null;
}
