import { messages } from '#contract/messages';
import type { AppContext } from '../platform/context.ts';
import { httpErrors } from '../platform/http/http-errors.ts';
import { enforceRateLimit, recordAttempt } from './rate-limits.ts';

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
  const subject = String(accountId);
  await enforceRateLimit(database.reader, { kind: 'password-account', subject }, clock.now());
  const { password_hash } = await database.reader
    .selectFrom('accounts')
    .where('id', '=', accountId)
    .select('password_hash')
    .executeTakeFirstOrThrow();
  if (await passwords.verify(password, password_hash)) return;
  await database.transaction(async (writer) => {
    // Once more: in a burst many pass the first look together.
    await enforceRateLimit(writer, { kind: 'password-account', subject }, clock.now());
    await recordAttempt(writer, { kind: 'password-account', subject }, clock.now());
  });
  throw httpErrors.badRequest(messages.currentPasswordWrong);
}
