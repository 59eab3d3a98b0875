import { messages } from '#contract/messages';
import type { AppContext } from '../../platform/context.ts';
import type { Writer } from '../../platform/database/database.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import { beginAttempts, removeAttempts } from '../rate-limits.ts';
import { words } from '../second-factor/words.ts';
import { isProven } from '../sessions/recent-proof.ts';
import type { Viewer } from '../sessions/viewer.ts';

/** For the security log: wrong passwords and too many of them. */
export const passwordRefusals = {
  [messages.currentPasswordWrong]: 'password-refused',
  429: 'password-paused',
} as const;

/**
 * Asks for the password again. Failures count by account, so that an open session cannot be used to guess it.
 * Who has none, and logs in at the academy, must have done so recently.
 * @returns the hash that it fits, or null without one
 * @throws 400 for a missing or wrong one, 403 without one after an old login, 429 after too many
 */
export async function requirePassword(
  context: Pick<AppContext, 'database' | 'clock' | 'passwords'>,
  viewer: Pick<Viewer, 'accountId' | 'provenAt'>,
  password: string,
): Promise<string | null> {
  const { database, passwords, clock } = context;
  const { accountId } = viewer;
  const { password_hash } = await database.reader
    .selectFrom('accounts')
    .where('id', '=', accountId)
    .select('password_hash')
    .executeTakeFirstOrThrow();
  if (password_hash === null) {
    if (!isProven(viewer, clock.now())) throw httpErrors.proofNeeded(words.logInAgain);
    return null;
  }
  if (password === '') throw httpErrors.badRequest(messages.currentPasswordRequired);
  const own = await beginAttempts(context, [{ kind: 'password-account', subject: String(accountId) }]);
  if (!(await passwords.verify(password, password_hash)))
    throw httpErrors.badRequest(messages.currentPasswordWrong);
  await database.nonDurableTransaction((writer) => removeAttempts(writer, own));
  return password_hash;
}

/**
 * In the transaction of what the password allowed: locks the account, so that a reset meanwhile counts.
 * @throws 400 if it has been replaced
 */
export async function requireSamePassword(
  writer: Writer,
  accountId: number,
  verified: string | null,
): Promise<void> {
  const same = await writer
    .updateTable('accounts')
    .set((row) => ({ seen_at: row.ref('seen_at') }))
    .where('id', '=', accountId)
    .where('password_hash', verified === null ? 'is' : '=', verified)
    .returning('id')
    .executeTakeFirst();
  if (same === undefined) throw httpErrors.badRequest(messages.currentPasswordWrong);
}
