import * as calls from '#contract/accounts/calls';
import { messages } from '#contract/messages';
import { serverMessages } from '../../platform/http/server-messages.ts';
import type { AppContext } from '../../platform/context.ts';
import { AccountRefused, logOutcome } from '../../platform/http/security-log.ts';
import { finishLogin, type FinishedLogin, type LoginSource, type PendingLogin } from './finish-login.ts';
import { createKeyedMutex } from '../../platform/one-at-a-time.ts';
import { findKnownDevice } from '../sessions/known-devices.ts';
import { beginLoginAttempt, enforceLoginLimits, type LoginAttempt } from './login-limits.ts';
import { anyone } from '../policy.ts';
import { presentCurrentUser } from '../presenter.ts';
import { accountByEmail, lockVerified } from '../queries.ts';
import { read } from '../sessions/declared.ts';
import { admit, loginSourceOf } from './login-replies.ts';

/** Logins of one account from one source share one turn of password hashing. */
const mutex = createKeyedMutex();

/**
 * Checks a password and begins a session or its second step. An unknown address gets the same answer after
 * the same time as a wrong password.
 * @throws 401 for wrong credentials, 403 for a suspended account, 429 after too many failures
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
  const checked = await mutex.runExclusive(JSON.stringify([email, device ?? network]), async () => {
    // Before queueing for the hasher, so that a refused login stays cheap.
    await enforceLoginLimits(database.reader, scope, clock.now());
    const account = await accountByEmail(database.reader, email);
    let attempt: LoginAttempt | undefined;
    const { fits, renewed } = await passwords.verifyAndRenew(password, account?.password_hash ?? null, {
      network,
      account: email,
      isKnown: device !== null,
      begin: async () => void (attempt = await beginLoginAttempt(context, scope)),
    });
    // Where staff passwords are off, a right one must look wrong, or it could be guessed here.
    const isAllowed = settings.staffPasswordLogin || account?.role === 'student';
    if (account === undefined || !fits || !isAllowed)
      throw new AccountRefused(
        account?.id ?? null,
        401,
        'invalid_credentials',
        serverMessages.invalidCredentials,
      );
    const { id: accountId } = account;
    // Only the right password reveals a suspension; that attempt stays counted.
    const finished = await database.transaction(async (writer) => {
      const verified = await lockVerified(writer, account, renewed);
      if (verified === undefined) return null;
      await attempt?.forget(writer);
      const hasSecondFactor = verified.has_second_factor === 1;
      return finishLogin(writer, { accountId, hasSecondFactor, now: clock.now() }, source);
    });
    return finished && { accountId, ...finished };
  });
  // The password changed meanwhile, or another login renewed its hash: only another check can tell.
  return checked ?? logIn(context, credentials, source);
}

export const logInCall = read(calls.logIn, {
  who: anyone,
  async run({ context, body, request, reply }) {
    const { settings } = context;
    const finished = await logOutcome(
      request,
      // The success is logged where the session begins.
      { done: () => null, refused: { 401: 'login-failed', 403: 'login-failed', 429: 'login-paused' } },
      () => logIn(context, body, loginSourceOf(request, settings)),
    );
    const admitted = await admit(context, reply, finished);
    if ('role' in admitted)
      return { message: messages.loginSuccessful, student: presentCurrentUser(admitted, settings) };
    return { message: messages.secondStepNeeded, second_step: admitted };
  },
});
