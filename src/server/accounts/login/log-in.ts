import { messages } from '#contract/messages';
import type { AppContext } from '../../platform/context.ts';
import { AccountRefused } from '../../platform/http/security-log.ts';
import { finishLogin, type FinishedLogin, type LoginSource, type PendingLogin } from './finish-login.ts';
import { createKeyedMutex } from './keyed-mutex.ts';
import { findKnownDevice } from '../sessions/known-devices.ts';
import { beginLoginAttempt, enforceLoginLimits, type LoginAttempt } from './login-limits.ts';
import { accountByEmail, renewPasswordHash } from '../queries.ts';

/** Logins of one account from one place run one after the other: they take one turn among all others. */
const mutex = createKeyedMutex();

/**
 * Checks a password and begins a session, or, where the account has a second factor, its second step. An unknown address gets
 * the same words after the same time as a wrong password.
 * @throws a 429 error after too many failures, a 401 error for an address and password that do not fit, a 403 error for an
 *   account that is suspended
 */
export async function logIn(
  context: AppContext,
  credentials: { email: string; password: string },
  source: LoginSource,
): Promise<(FinishedLogin | PendingLogin) & { accountId: number }> {
  const { database, clock, passwords, settings } = context;
  const { email, password } = credentials;
  const { network, deviceToken } = source;
  const device = await findKnownDevice(database.reader, { token: deviceToken, email, now: clock.now() });
  const scope = { email, network, device };
  return mutex.runExclusive(JSON.stringify([email, device ?? network]), async () => {
    // Before it waits for its turn: whoever is to pause costs no more than this look.
    await enforceLoginLimits(database.reader, scope, clock.now());
    const account = await accountByEmail(database.reader, email);
    let attempt: LoginAttempt | undefined;
    const { fits, renewed } = await passwords.verifyAndRenew(password, account?.password_hash ?? null, {
      network,
      account: email,
      isKnown: device !== null,
      begin: async () => void (attempt = await beginLoginAttempt(context, scope)),
    });
    // Where staff have no password login, the right password is as wrong as any: else guessing would go on by it.
    const isAllowed = settings.staffPasswordLogin || account?.role === 'student';
    if (account === undefined || !fits || !isAllowed)
      throw new AccountRefused(account?.id ?? null, 401, 'invalid_credentials', messages.invalidCredentials);
    const { id: accountId } = account;
    // Of a suspended account that is said to nobody but who knows the password; the attempt stays counted.
    const finished = await database.transaction(async (writer) => {
      await attempt?.forget(writer);
      if (renewed !== null) await renewPasswordHash(writer, account, renewed);
      const hasSecondFactor = account.has_second_factor === 1;
      return finishLogin(writer, { accountId, hasSecondFactor, now: clock.now() }, source);
    });
    return { accountId, ...finished };
  });
}
