import type { Reader } from '../../platform/database/database.ts';
import { accountIdOf } from '../queries.ts';

export type Holder = { email: string; name: string; confirmedAt: number | null; suspendedAt: number | null };

/** The oldest first; stored as a JSON list or null. */
export function parseFormerEmails(stored: string | null): string[] {
  return stored === null ? [] : (JSON.parse(stored) as string[]);
}

export async function holderOf(
  database: Reader,
  accountId: number,
): Promise<
  Holder & {
    phone: string | null;
    passwordHash: string | null;
    formerEmails: string[];
    mustConfirm: boolean;
  }
> {
  const { formerEmails, mustConfirm, ...row } = await database
    .selectFrom('accounts')
    .where('id', '=', accountId)
    .select(['email', 'name', 'phone', 'confirmed_at as confirmedAt', 'suspended_at as suspendedAt'])
    .select(['password_hash as passwordHash', 'former_emails as formerEmails', 'must_confirm as mustConfirm'])
    .executeTakeFirstOrThrow();
  return {
    ...row,
    formerEmails: parseFormerEmails(formerEmails),
    mustConfirm: mustConfirm === 1,
  };
}

/** The current one first. */
export async function addressesOf(database: Reader, accountId: number): Promise<string[]> {
  const { email, formerEmails } = await holderOf(database, accountId);
  return [...new Set([email, ...formerEmails.toReversed()])];
}

/** Whether an address is or was another account's. */
export async function isTaken(database: Reader, email: string, accountId: number): Promise<boolean> {
  const id = await accountIdOf(database, email);
  return id !== null && id !== accountId;
}

/** The requested new address; null for none. */
export async function waitingEmail(
  database: Reader,
  { accountId, email, now }: { accountId: number; email: string; now: number },
): Promise<string | null> {
  const row = await database
    .selectFrom('email_confirmations')
    .where('account_id', '=', accountId)
    .where('email', '<>', email)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .select('email')
    .executeTakeFirst();
  return row?.email ?? null;
}

/** In milliseconds since 1970 UTC. */
export async function deletionAskedAt(database: Reader, accountId: number): Promise<number | null> {
  const row = await database
    .selectFrom('deletion_requests')
    .where('account_id', '=', accountId)
    .select('asked_at as askedAt')
    .executeTakeFirst();
  return row?.askedAt ?? null;
}
