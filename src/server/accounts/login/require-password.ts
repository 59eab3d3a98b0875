import { messages } from '#contract/messages';
import type { AppContext } from '../../platform/context.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import { enforceRateLimit, recordAttempt, removeAttempts } from '../rate-limits.ts';

/**
 * Requires the password of an account once more, before what its holder alone may do. Wrong ones are counted by account,
 * so that a session left open somewhere is no way to guess it.
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
  // Written down as wrong before it is judged: each of a burst, over all processes, sees those that are judged beside it.
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
