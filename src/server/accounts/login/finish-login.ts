import { recordSignIn } from '../../audit/record-audit-event.ts';
import type { Writer } from '../../platform/database/database.ts';
import { rememberDevice } from '../sessions/known-devices.ts';
import { beginPendingLogin } from '../second-factor/pending-logins.ts';
import { beginSession, endSession } from '../sessions/sessions.ts';
import { isSuspended, suspended } from '../policy.ts';

export type LoginSource = {
  /** As returned by `networkOf`. */
  network: string;
  deviceToken: string | null;
  /** Shown in the list of sessions. */
  deviceName?: string | null;
  /** The browser's previous session, which ends in the same transaction (no session fixation). */
  formerToken: string | null;
};

/** `newDeviceToken` is null when the device keeps its cookie. */
export type FinishedLogin = { token: string; newDeviceToken: string | null };
/** The second step is pending; `pending` is its cookie's token. */
export type PendingLogin = { pending: string };

/**
 * Begins a session after the password or the identity provider, or the second step where the account has a
 * second factor.
 */
export async function finishLogin(
  writer: Writer,
  account: { accountId: number; hasSecondFactor: boolean; now: number },
  source: LoginSource,
): Promise<FinishedLogin | PendingLogin> {
  if (account.hasSecondFactor) {
    if (await isSuspended(writer, account.accountId)) throw suspended(account.accountId);
    return { pending: await beginPendingLogin(writer, account.accountId, account.now) };
  }
  return enterAccount(writer, account, source);
}

/** The only place where a login begins a session. */
export async function enterAccount(
  writer: Writer,
  { accountId, now }: { accountId: number; now: number },
  { network, deviceToken, deviceName = null, formerToken }: LoginSource,
): Promise<FinishedLogin> {
  if (formerToken !== null) await endSession(writer, formerToken);
  await recordSignIn(writer, { accountId, network, now });
  const newDeviceToken = await rememberDevice(writer, { accountId, formerToken: deviceToken, now });
  return { token: await beginSession(writer, accountId, now, deviceName), newDeviceToken };
}
