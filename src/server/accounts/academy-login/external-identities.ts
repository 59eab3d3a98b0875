import type { Reader, Writer } from '../../platform/database/database.ts';
import { isUniqueViolation } from '../../platform/database/database-errors.ts';
import { hashToken } from '../random-token.ts';
import { AcademyLoginError, type Identity } from './identity.ts';
import { flowLifetimeMs, type LoginFlow } from './login-flow.ts';

type Key = Pick<Identity, 'issuer' | 'subject'>;

export async function accountOfIdentity(
  reader: Reader,
  { issuer, subject }: Key,
): Promise<number | undefined> {
  const row = await reader
    .selectFrom('external_identities')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .select('account_id as accountId')
    .executeTakeFirst();
  return row?.accountId;
}

/** Whether the account is linked to another identity of the same provider. */
export async function hasIdentityOf(reader: Reader, accountId: number, issuer: string): Promise<boolean> {
  const row = await reader
    .selectFrom('external_identities')
    .where('account_id', '=', accountId)
    .where('issuer', '=', issuer)
    .select('subject')
    .executeTakeFirst();
  return row !== undefined;
}

/** The link survives later changes of either address. */
export async function linkIdentity(
  writer: Writer,
  { issuer, subject }: Key,
  { accountId, now }: { accountId: number; now: number },
): Promise<void> {
  await writer
    .insertInto('external_identities')
    .values({ issuer, subject, account_id: accountId, linked_at: now })
    .execute();
}

export async function unlinkIdentities(writer: Writer, accountId: number): Promise<void> {
  await writer.deleteFrom('external_identities').where('account_id', '=', accountId).execute();
}

/**
 * Marks a login's state as used, in the transaction that begins its session.
 * @throws AcademyLoginError if another request used it first
 */
export async function useLoginState(writer: Writer, { state, begunAt }: LoginFlow): Promise<void> {
  try {
    await writer
      .insertInto('used_login_states')
      .values({ token_hash: hashToken(state), expires_at: begunAt + flowLifetimeMs })
      .execute();
  } catch (error) {
    if (isUniqueViolation(error)) throw new AcademyLoginError('academy-again', { cause: error });
    throw error;
  }
}
