import { messages } from '#contract/messages';
import type { AppContext } from '../../platform/context.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import { enforceRateLimit, recordAttempt, removeAttempts } from '../rate-limits.ts';

/**
 * Asks for the password again. Failures count by account, so that an open session cannot be used to guess it.
 * @throws 400 for a wrong one, 429 after too many
 */
export async function requirePassword(
  { database, clock, passwords }: Pick<AppContext, 'database' | 'clock' | 'passwords'>,
  accountId: number,
  password: string,
): Promise<void> {
  const counted = { kind: 'password-account', subject: String(accountId) } as const;
  const now = clock.now();
  await enforceRateLimit(database.reader, counted, now);
  // Recorded before it is checked: concurrent attempts, in any process, count each other.
  const own = [await database.nonDurableTransaction((writer) => recordAttempt(writer, counted, now))];
  const takeBack = () => database.nonDurableTransaction((writer) => removeAttempts(writer, own));
  try {
    await enforceRateLimit(database.reader, counted, now, own);
  } catch (error) {
    await takeBack();
    throw error;
  }
  const { password_hash } = await database.reader
    .selectFrom('accounts')
    .where('id', '=', accountId)
    .select('password_hash')
    .executeTakeFirstOrThrow();
  if (!(await passwords.verify(password, password_hash)))
    throw httpErrors.badRequest(messages.currentPasswordWrong);
  await takeBack();
}
