import type { CurrentUser } from '#contract/accounts';
import { messages } from '#contract/messages';
import type { AppContext } from '../platform/context.ts';
import { HttpError } from '../platform/http/http-errors.ts';
import { batchesOfStaff, beginSession } from '../platform/http/sessions.ts';
import { recordAttempt, enforceRateLimit } from './rate-limits.ts';
import { presentCurrentUser } from './presenter.ts';
import { accountByEmail } from './queries.ts';
import { createKeyedMutex } from './keyed-mutex.ts';

/** Logins of one account run one after the other, so that a burst of guesses cannot slip past its limit. */
const mutex = createKeyedMutex();

/**
 * Checks a password and begins a session. An unknown address gets the same words after the same time as a wrong password.
 * @returns the account on the wire, and the session's token for the cookie
 */
export async function logIn(
  context: AppContext,
  credentials: { email: string; password: string },
  networkAddress: string,
): Promise<{ student: CurrentUser; token: string }> {
  const { database, clock, passwords } = context;
  const { email, password } = credentials;
  return mutex.runExclusive(email, async () => {
    await enforceRateLimit(database.reader, 'login-account', email, clock.now());
    await enforceRateLimit(database.reader, 'login-address', networkAddress, clock.now());
    const account = await accountByEmail(database.reader, email);
    const fits = await passwords.verify(password, account?.password_hash ?? null);
    const now = clock.now();
    if (account === undefined || !fits) {
      await database.transaction(async (writer) => {
        await recordAttempt(writer, 'login-account', email, now);
        await recordAttempt(writer, 'login-address', networkAddress, now);
      });
      throw new HttpError(401, 'invalid_credentials', messages.invalidCredentials);
    }
    const token = await database.transaction((writer) => beginSession(writer, account.id, now));
    const batch =
      account.batch_id === null
        ? null
        : await database.reader
            .selectFrom('batches')
            .where('id', '=', account.batch_id)
            .select(['id', 'name'])
            .executeTakeFirstOrThrow();
    const batches = await batchesOfStaff(database, { accountId: account.id, role: account.role });
    return { student: presentCurrentUser({ ...account, batch, batches }), token };
  });
}
