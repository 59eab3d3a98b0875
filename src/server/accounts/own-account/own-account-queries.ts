import type { Reader } from '../../platform/database/database.ts';
import type { Holder } from './notify-holder.ts';

/** The addresses that an account had, the first one first; what is stored is a JSON list, or null for none. */
export function parseFormerEmails(stored: string | null): string[] {
  return stored === null ? [] : (JSON.parse(stored) as string[]);
}

/** The holder of an account that is there, for what they change themselves. */
export async function holderOf(
  database: Reader,
  accountId: number,
): Promise<Holder & { phone: string | null; passwordHash: string | null; formerEmails: string[] }> {
  const { formerEmails, ...row } = await database
    .selectFrom('accounts')
    .where('id', '=', accountId)
    .select(['email', 'name', 'phone', 'confirmed_at as confirmedAt', 'suspended_at as suspendedAt'])
    .select(['password_hash as passwordHash', 'former_emails as formerEmails'])
    .executeTakeFirstOrThrow();
  return { ...row, formerEmails: parseFormerEmails(formerEmails) };
}

/** Every address that an account has or had, the present one first. */
export async function addressesOf(database: Reader, accountId: number): Promise<string[]> {
  const { email, formerEmails } = await holderOf(database, accountId);
  return [...new Set([email, ...formerEmails.toReversed()])];
}

/** Whether an address is, or was, another account's. */
export async function isTaken(database: Reader, email: string, accountId: number | null): Promise<boolean> {
  const present = await database
    .selectFrom('accounts')
    .where('email', '=', email)
    .select('id')
    .executeTakeFirst();
  const former = await database
    .selectFrom('former_emails')
    .where('email', '=', email)
    .select('account_id as id')
    .executeTakeFirst();
  return [present, former].some((row) => row !== undefined && row.id !== accountId);
}

/** The address that is to take the place of an account's own, once its link is used; null for none. */
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

/** When the holder asked for deletion, in milliseconds since 1970 UTC; null where nobody did. */
export async function deletionAskedAt(database: Reader, accountId: number): Promise<number | null> {
  const row = await database
    .selectFrom('deletion_requests')
    .where('account_id', '=', accountId)
    .select('asked_at as askedAt')
    .executeTakeFirst();
  return row?.askedAt ?? null;
}
