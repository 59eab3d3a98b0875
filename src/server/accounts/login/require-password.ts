import { messages } from '#contract/messages';
import type { AppContext } from '../../platform/context.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import { beginAttempts, removeAttempts } from '../rate-limits.ts';

/**
 * Asks for the password again. Failures count by account, so that an open session cannot be used to guess it.
 * @returns the hash that it fits
 * @throws 400 for a wrong one, 429 after too many
 */
export async function requirePassword(
  context: Pick<AppContext, 'database' | 'clock' | 'passwords'>,
  accountId: number,
  password: string,
): Promise<string | null> {
  const { database, passwords } = context;
  const own = await beginAttempts(context, [{ kind: 'password-account', subject: String(accountId) }]);
  const { password_hash } = await database.reader
    .selectFrom('accounts')
    .where('id', '=', accountId)
    .select('password_hash')
    .executeTakeFirstOrThrow();
  if (!(await passwords.verify(password, password_hash)))
    throw httpErrors.badRequest(messages.currentPasswordWrong);
  await database.nonDurableTransaction((writer) => removeAttempts(writer, own));
  return password_hash;
}
