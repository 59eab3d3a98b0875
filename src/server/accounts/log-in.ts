import { messages } from '#contract/messages';
import type { AppContext } from '../platform/context.ts';
import { HttpError } from '../platform/http/http-errors.ts';
import { recordAttempt, enforceRateLimit } from './rate-limits.ts';
import { accountByEmail } from './queries.ts';
import { createKeyedMutex } from './keyed-mutex.ts';
import { beginSession, endSession } from './sessions.ts';
import { viewerOf, type Viewer } from './viewer.ts';

/** Logins of one account run one after the other, so that a burst of guesses cannot slip past its limit. */
const mutex = createKeyedMutex();

/**
 * Checks a password and begins a session. An unknown address gets the same words after the same time as a wrong password.
 * @param from.formerToken the session that the browser had before: it ends with the same change, so that a login never
 *   goes on with an old one
 * @param from.device what the browser calls itself, for the holder's list of sessions
 * @returns who has signed in, and the new session's token for the cookie
 * @throws a 429 error after too many failures, a 401 error for an address and password that do not fit
 */
export async function logIn(
  context: AppContext,
  credentials: { email: string; password: string },
  {
    networkAddress,
    formerToken,
    device = null,
  }: { networkAddress: string; formerToken: string | null; device?: string | null },
): Promise<{ viewer: Viewer; token: string }> {
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
    const token = await database.transaction(async (writer) => {
      if (formerToken !== null) await endSession(writer, formerToken);
      return beginSession(writer, account.id, now, device);
    });
    return { viewer: await viewerOf(database.reader, account.id), token };
  });
}
