import { messages } from '#contract/messages';
import type { Reader, Writer } from '../platform/database/database.ts';
import { httpErrors } from '../platform/http/http-errors.ts';
import { hashToken, makeToken } from './random-token.ts';

/** What these tokens are for; those that confirm an address are in `email-confirmations.ts`. */
type LinkPurpose = 'setup' | 'reset';

/** How long a link lasts that staff have made, in milliseconds. */
export const linkLifeMs = 7 * 24 * 60 * 60_000;
const askedLifeMs = 60 * 60_000;

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

/** Ends every token of a purpose and account, used or not. */
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

/** Makes a token for a link that works once, for seven days; earlier ones of the same purpose and account end. */
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
 * Makes a token for the first administrator, for seven days. Earlier ones stay: processes that start together print a link
 * each, and each has to work.
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
 * Uses up one of the first administrator's tokens, and all the others with it: of two people with a link each, the second
 * waits here for the first, and finds none.
 * @throws a 400 error for a token that is unknown, used or expired
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
 * Makes a token for a link that anybody may have asked for, and that goes to the account's own address. It works once,
 * for an hour. Earlier ones stay: else whoever knows an address could end the link that an operator has given out.
 */
export function issueAskedToken(writer: Writer, accountId: number, now: number): Promise<string> {
  return addToken(writer, {
    purpose: 'reset',
    account_id: accountId,
    created_at: now,
    expires_at: now + askedLifeMs,
  });
}

/** Whether a token is neither unknown, nor used, nor expired. */
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
 * Looks at a token before work is done for it: hashing a password costs much, and anybody may send tokens.
 * @throws a 400 error for a token that is unknown, used or expired
 */
export async function refuseBadToken(
  ...token: [reader: Reader, purpose: LinkPurpose, token: string, now: number]
): Promise<void> {
  if (!(await isTokenGood(...token))) throw httpErrors.badRequest(messages.tokenInvalid);
}

/**
 * Uses a token up, within the change that it allows.
 * @returns the account it was made for
 * @throws a 400 error for a token that is unknown, used or expired
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
