import { dayMs, hourMs } from '#contract/durations';
import { messages } from '#contract/messages';
import type { Reader, Writer } from '../platform/database/database.ts';
import { httpErrors } from '../platform/http/http-errors.ts';
import { hashToken, makeToken } from './random-token.ts';

/** Confirmations of addresses are in `email-confirmations.ts`. */
type LinkPurpose = 'setup' | 'reset';

/** Links that staff create. */
export const linkLifeMs = 7 * dayMs;
const askedLifeMs = hourMs;

async function addToken(
  writer: Writer,
  row: { purpose: LinkPurpose; account_id: number | null; created_at: number; expires_at: number },
): Promise<string> {
  const token = makeToken();
  await writer
    .insertInto('one_time_tokens')
    .values({ ...row, token_hash: hashToken(token) })
    .execute();
  return token;
}

export async function endTokens(
  writer: Writer,
  purpose: LinkPurpose,
  accountId: number | null,
): Promise<void> {
  await writer
    .deleteFrom('one_time_tokens')
    .where('purpose', '=', purpose)
    .where('account_id', accountId === null ? 'is' : '=', accountId)
    .execute();
}

/** Creates a one-time token for seven days; earlier ones of the purpose and account end. */
export async function issueToken(
  writer: Writer,
  purpose: LinkPurpose,
  accountId: number | null,
  now: number,
): Promise<string> {
  await endTokens(writer, purpose, accountId);
  return addToken(writer, { purpose, account_id: accountId, created_at: now, expires_at: now + linkLifeMs });
}

/**
 * Creates a token for the first administrator for seven days. Earlier ones stay: processes that start
 * together print one each.
 */
export async function addSetupToken(writer: Writer, now: number): Promise<string> {
  await writer
    .deleteFrom('one_time_tokens')
    .where('purpose', '=', 'setup')
    .where('expires_at', '<=', now)
    .execute();
  return addToken(writer, {
    purpose: 'setup',
    account_id: null,
    created_at: now,
    expires_at: now + linkLifeMs,
  });
}

/**
 * Uses a set-up token and deletes the others: a concurrent second use waits and finds none.
 * @throws 400 for an invalid token
 */
export async function useSetupToken(writer: Writer, token: string, now: number): Promise<void> {
  const tokens = await writer
    .deleteFrom('one_time_tokens')
    .where('purpose', '=', 'setup')
    .returning(['token_hash', 'expires_at'])
    .execute();
  const hash = hashToken(token);
  if (!tokens.some((row) => row.token_hash === hash && row.expires_at > now))
    throw httpErrors.badRequest(messages.tokenInvalid);
}

/**
 * Creates a token for one hour, requested by anybody and mailed to the account. Earlier ones stay, so that a
 * stranger cannot end an operator's link.
 */
export function issueAskedToken(writer: Writer, accountId: number, now: number): Promise<string> {
  return addToken(writer, {
    purpose: 'reset',
    account_id: accountId,
    created_at: now,
    expires_at: now + askedLifeMs,
  });
}

export async function isTokenGood(
  reader: Reader,
  purpose: LinkPurpose,
  token: string,
  now: number,
): Promise<boolean> {
  const good = await reader
    .selectFrom('one_time_tokens')
    .where('token_hash', '=', hashToken(token))
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .select('purpose')
    .executeTakeFirst();
  return good !== undefined;
}

/**
 * Checks a token before the expensive password hash.
 * @throws 400 for an invalid token
 */
export async function refuseBadToken(
  ...token: [reader: Reader, purpose: LinkPurpose, token: string, now: number]
): Promise<void> {
  if (!(await isTokenGood(...token))) throw httpErrors.badRequest(messages.tokenInvalid);
}

/**
 * Uses a token.
 * @returns its account
 * @throws 400 for an invalid token
 */
export async function useToken(
  writer: Writer,
  purpose: LinkPurpose,
  token: string,
  now: number,
): Promise<number | null> {
  const used = await writer
    .updateTable('one_time_tokens')
    .set({ used_at: now })
    .where('token_hash', '=', hashToken(token))
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('account_id')
    .executeTakeFirst();
  if (used === undefined) throw httpErrors.badRequest(messages.tokenInvalid);
  return used.account_id;
}
