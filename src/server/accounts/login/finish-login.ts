import { recordSignIn } from '../../audit/record-sign-in.ts';
import type { Writer } from '../../platform/database/database.ts';
import { rememberDevice } from '../sessions/known-devices.ts';
import { beginPendingLogin } from '../second-factor/pending-logins.ts';
import { beginSession, endSession } from '../sessions/sessions.ts';
import { isSuspended, suspended } from '../policy.ts';

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

/** The new session's token for its cookie, and one for the device's cookie, or null where that stays. */
export type FinishedLogin = { token: string; newDeviceToken: string | null };
/** There is no session yet: the second step is awaited, by the token of this cookie. */
export type PendingLogin = { pending: string };

/**
 * What follows in the same change once somebody has proved to hold an account, by password or at an identity provider: a
 * session, or, where the account has a second factor, the step that asks for it.
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

/** The only place where a login begins a session: for whoever has proven all that it asks for. */
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
