import { recordAct } from '../audit/record-act.ts';
import type { AppContext } from '../platform/context.ts';
import type { ConfirmHolder } from './confirm-holder.ts';
import { unlinkIdentities } from './academy-login/external-identities.ts';
import { forgetDevices } from './known-devices.ts';
import { clearFailedLogins } from './rate-limits.ts';
import { endTokens, refuseBadToken, useToken } from './one-time-tokens.ts';
import { removeFactors } from './second-factor/factor-queries.ts';
import { endPendingLogins } from './second-factor/pending-logins.ts';
import { endSessionsOf } from './sessions.ts';

/**
 * Sets a new password with a one-time token, ends every session of the account and every other way into it, and lifts its
 * limit on failed logins. Who has such a link got it at the address, or from the office in person: the address is confirmed with it.
 * @throws 400 for a token that is unknown, used or expired
 */
export async function resetPassword(
  context: AppContext,
  confirmHolder: ConfirmHolder,
  { token, password }: { token: string; password: string },
): Promise<{ accountId: number }> {
  const { database, clock, passwords } = context;
  await refuseBadToken(database.reader, 'reset', token, clock.now());
  const passwordHash = await passwords.hash(password);
  return database.transaction(async (writer) => {
    const now = clock.now();
    const accountId = (await useToken(writer, 'reset', token, now)) as number;
    const { email, confirmed_at } = await writer
      .updateTable('accounts')
      .set({ password_hash: passwordHash })
      .where('id', '=', accountId)
      .returning(['email', 'confirmed_at'])
      .executeTakeFirstOrThrow();
    // Other links to the account, in whosever mailbox, end with the old password.
    await endTokens(writer, 'reset', accountId);
    await endSessionsOf(writer, accountId);
    await endPendingLogins(writer, accountId);
    await forgetDevices(writer, accountId);
    // One that belongs to the holder ties the account again, by its address.
    await unlinkIdentities(writer, accountId);
    await clearFailedLogins(writer, email);
    await recordAct(writer, {
      at: now,
      actorId: accountId,
      act: 'reset-password',
      subject: '',
      before: null,
      after: null,
      aboutId: accountId,
    });
    // Set up by whoever signed up with the address, before anybody had shown that it is theirs.
    if (confirmed_at === null) await removeFactors(writer, accountId);
    await confirmHolder(writer, accountId, now);
    return { accountId };
  });
}
