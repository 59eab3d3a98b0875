import { recordAct } from '../../audit/record-act.ts';
import type { AppContext } from '../../platform/context.ts';
import type { ConfirmHolder } from '../own-account/confirm-holder.ts';
import { refuseBadToken, useToken } from '../one-time-tokens.ts';
import { replaceLogin } from '../own-account/replace-login.ts';

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
    await replaceLogin(writer, confirmHolder, { accountId, passwordHash, now });
    await recordAct(writer, {
      at: now,
      actorId: accountId,
      act: 'reset-password',
      subject: '',
      before: null,
      after: null,
      aboutId: accountId,
    });
    return { accountId };
  });
}
