import { messages } from '#contract/messages';
import type { AppContext } from '../platform/context.ts';
import { HttpError } from '../platform/http/http-errors.ts';
import { createKeyedMutex } from './keyed-mutex.ts';
import { findKnownDevice, rememberDevice } from './known-devices.ts';
import { beginLoginAttempt, enforceLoginLimits, type LoginAttempt } from './login-limits.ts';
import { accountByEmail } from './queries.ts';
import { beginSession, endSession } from './sessions.ts';
import { viewerOf, type Viewer } from './viewer.ts';

/** Logins of one account from one place run one after the other: they take one turn among all others. */
const mutex = createKeyedMutex();

/** Where a login comes from. */
export type LoginSource = {
  /** As `networkOf` gives it. */
  network: string;
  /** The token of the device's cookie. */
  deviceToken: string | null;
  /** What the browser calls itself, for the holder's list of sessions. */
  deviceName?: string | null;
  /** The session that the browser had before: it ends with the same change, so that a login never goes on with an old one. */
  formerToken: string | null;
};

/**
 * Checks a password and begins a session. An unknown address gets the same words after the same time as a wrong password.
 * @returns who has logged in, the new session's token for its cookie, and one for the device's cookie, or null where that stays
 * @throws a 429 error after too many failures, a 401 error for an address and password that do not fit
 */
export async function logIn(
  context: AppContext,
  credentials: { email: string; password: string },
  { network, deviceToken, deviceName = null, formerToken }: LoginSource,
): Promise<{ viewer: Viewer; token: string; newDeviceToken: string | null }> {
  const { database, clock, passwords } = context;
  const { email, password } = credentials;
  const device = await findKnownDevice(database.reader, { token: deviceToken, email, now: clock.now() });
  const scope = { email, network, device };
  return mutex.runExclusive(JSON.stringify([email, device ?? network]), async () => {
    // Before it waits for its turn: whoever is to pause costs no more than this look.
    await enforceLoginLimits(database.reader, scope, clock.now());
    const account = await accountByEmail(database.reader, email);
    let attempt: LoginAttempt | undefined;
    const fits = await passwords.verify(password, account?.password_hash ?? null, {
      network,
      account: email,
      isKnown: device !== null,
      begin: async () => void (attempt = await beginLoginAttempt(context, scope)),
    });
    if (account === undefined || !fits)
      throw new HttpError(401, 'invalid_credentials', messages.invalidCredentials);
    const now = clock.now();
    const tokens = await database.transaction(async (writer) => {
      await attempt?.forget(writer);
      if (formerToken !== null) await endSession(writer, formerToken);
      const newDeviceToken = await rememberDevice(writer, {
        accountId: account.id,
        formerToken: deviceToken,
        now,
      });
      return { token: await beginSession(writer, account.id, now, deviceName), newDeviceToken };
    });
    return { viewer: await viewerOf(database.reader, account.id), ...tokens };
  });
}
