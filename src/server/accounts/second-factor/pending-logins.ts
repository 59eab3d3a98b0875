import { minuteMs } from '#contract/durations';
import type { Reader, Writer } from '../../platform/database/database.ts';
import { HttpError } from '../../platform/http/http-errors.ts';
import { hashToken, makeToken } from '../random-token.ts';
import { words } from './words.ts';

export const pendingLifeMs = 15 * minuteMs;
/** Codes and passkeys per right password. */
const maxAttempts = 5;

/** The password is needed again. */
const over = (message: string) => new HttpError(401, 'login_over', message);

/** Returns the browser's token; the database has its hash. */
export async function beginPendingLogin(writer: Writer, accountId: number, now: number): Promise<string> {
  const token = makeToken();
  await writer
    .insertInto('pending_logins')
    .values({
      token_hash: hashToken(token),
      account_id: accountId,
      attempts: 0,
      created_at: now,
      expires_at: now + pendingLifeMs,
      used_at: null,
    })
    .execute();
  return token;
}

/** @throws 401 without a pending login, or for an ended one */
export async function requirePendingLogin(
  reader: Reader,
  token: string | null,
  now: number,
): Promise<{ accountId: number }> {
  const row = await reader
    .selectFrom('pending_logins')
    .where('token_hash', '=', hashToken(token ?? ''))
    .select(['account_id as accountId', 'attempts', 'expires_at as expiresAt', 'used_at as usedAt'])
    .executeTakeFirst();
  if (row !== undefined && row.usedAt !== null) throw over(words.stepDone);
  if (row === undefined || row.expiresAt <= now) throw over(words.stepTooLate);
  if (row.attempts >= maxAttempts) throw over(words.stepTooOften);
  return { accountId: row.accountId };
}

/**
 * Counts before checking, so that a burst cannot pass the limit.
 * @throws 401
 */
export async function countStepAttempt(writer: Writer, token: string | null, now: number): Promise<void> {
  await requirePendingLogin(writer, token, now);
  const counted = await writer
    .updateTable('pending_logins')
    .set((row) => ({ attempts: row('attempts', '+', 1) }))
    .where('token_hash', '=', hashToken(token ?? ''))
    .where('attempts', '<', maxAttempts)
    .returning('token_hash')
    .executeTakeFirst();
  if (counted === undefined) throw over(words.stepTooOften);
}

/** @throws 401 if another request used it */
export async function usePendingLogin(writer: Writer, token: string, now: number): Promise<void> {
  const used = await writer
    .updateTable('pending_logins')
    .set({ used_at: now })
    .where('token_hash', '=', hashToken(token))
    .where('used_at', 'is', null)
    .returning('token_hash')
    .executeTakeFirst();
  if (used === undefined) throw over(words.stepDone);
}

export async function endPendingLogins(writer: Writer, accountId: number): Promise<void> {
  await writer.deleteFrom('pending_logins').where('account_id', '=', accountId).execute();
}
