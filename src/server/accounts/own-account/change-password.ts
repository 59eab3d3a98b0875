import { adviceAgainst } from '#contract/accounts/common-passwords';
import { recordAct } from '../../audit/record-act.ts';
import type { AppContext } from '../../platform/context.ts';
import { keyReused, madeBefore, makeOnce } from '../../platform/database/make-once.ts';
import { forgetDevices } from '../sessions/known-devices.ts';
import { notifyHolder } from './notify-holder.ts';
import { endTokens } from '../one-time-tokens.ts';
import { holderOf } from './own-account-queries.ts';
import { clearFailedLogins } from '../rate-limits.ts';
import { requirePassword } from '../login/require-password.ts';
import { endPendingLogins } from '../second-factor/pending-logins.ts';
import { endSessionsOf } from '../sessions/sessions.ts';
import type { Viewer } from '../sessions/viewer.ts';

/**
 * Changes the password of somebody who knows the one of before. Every other session ends, and every link to a new password;
 * the holder is told by mail.
 * @param sessionToken the session that goes on
 * @param key the request's Idempotency-Key: a repetition is answered as the first one was
 * @returns why the new one is no good choice; null where nothing speaks against it
 * @throws 400 for a wrong password, 429 after too many, 409 for a key that has set another one
 */
export async function changePassword(
  context: AppContext,
  { accountId, email, name }: Viewer,
  { current, password }: { current: string; password: string },
  { sessionToken, key }: { sessionToken: string | null; key: string | null },
): Promise<string | null> {
  const { database, clock, passwords } = context;
  const advice = adviceAgainst(password, [email, name]);
  // Passwords are no content of a key: a fast hash of one must not be kept. A repetition is known by the password that is set.
  const scope = { accountId, kind: 'password', content: [] } as const;
  if (key !== null && (await madeBefore(database.reader, { ...scope, key })) !== undefined) {
    const { passwordHash } = await holderOf(database.reader, accountId);
    if (!(await passwords.verify(password, passwordHash))) throw keyReused('password');
    return advice;
  }
  await requirePassword(context, accountId, current);
  const passwordHash = await passwords.hash(password);
  await database.transaction(async (writer) => {
    const now = clock.now();
    await makeOnce(writer, { ...scope, key, now }, async () => {
      await writer
        .updateTable('accounts')
        .set({ password_hash: passwordHash })
        .where('id', '=', accountId)
        .execute();
      await endSessionsOf(writer, accountId, sessionToken);
      await endPendingLogins(writer, accountId);
      await forgetDevices(writer, accountId);
      await endTokens(writer, 'reset', accountId);
      await clearFailedLogins(writer, email);
      await recordAct(writer, {
        at: now,
        actorId: accountId,
        act: 'change-password',
        subject: '',
        before: null,
        after: null,
        aboutId: accountId,
      });
      const holder = await holderOf(writer, accountId);
      const lead = 'The password of your account has been changed. All other sessions have ended.';
      await notifyHolder(writer, context, holder, { subject: 'Your password has been changed', lead, now });
      return accountId;
    });
  });
  return advice;
}
