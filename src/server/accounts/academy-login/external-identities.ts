import type { Reader, Writer } from '../../platform/database/database.ts';
import { isUniqueViolation } from '../../platform/database/database-errors.ts';
import { hashToken } from '../random-token.ts';
import { AcademyLoginError, type Identity } from './identity.ts';
import { flowLifetimeMs, type LoginFlow } from './login-flow.ts';

type Key = Pick<Identity, 'issuer' | 'subject'>;

/** The account that an identity opens; undefined for none. */
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

/** Whether an account is opened by another identity of the same provider. */
export async function hasIdentityOf(reader: Reader, accountId: number, issuer: string): Promise<boolean> {
  const row = await reader
    .selectFrom('external_identities')
    .where('account_id', '=', accountId)
    .where('issuer', '=', issuer)
    .select('subject')
    .executeTakeFirst();
  return row !== undefined;
}

/** Lets an identity open an account from now on, whatever addresses both have later. */
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

/** Ends every identity of an account, as when its holder gets it back by a mailed link. */
export async function unlinkIdentities(writer: Writer, accountId: number): Promise<void> {
  await writer.deleteFrom('external_identities').where('account_id', '=', accountId).execute();
}

/**
 * Uses a login's state up, within the change that begins its session.
 * @throws AcademyLoginError where another request was first
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
