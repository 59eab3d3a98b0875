import { adviceAgainst } from '#contract/accounts/common-passwords';
import { messages } from '#contract/messages';
import { recordOwnAuditEvent } from '../../audit/record-audit-event.ts';
import type { AppContext } from '../../platform/context.ts';
import { keyReused, madeBefore, once } from '../../platform/database/make-once.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import { serverMessages } from '../../platform/http/server-messages.ts';
import { notifyHolder } from './notify-holder.ts';
import { holderOf } from './own-account-queries.ts';
import { clearFailedLogins } from '../rate-limits.ts';
import { requirePassword } from '../login/require-password.ts';
import { calendarEnded, endAccess } from '../sessions/end-logins.ts';
import type { Viewer } from '../sessions/viewer.ts';

/**
 * Changes the password; all other sessions, mailed links and known devices end, and the holder gets a mail.
 * @param sessionToken the session that stays
 * @returns why the new password is weak, or null
 * @throws 400 for a wrong password, 429 after too many, 409 without one, and for a key used with another one
 */
export async function changePassword(
  context: AppContext,
  viewer: Viewer,
  { current, password }: { current: string; password: string },
  { sessionToken, key }: { sessionToken: string | null; key: string | null },
): Promise<string | null> {
  const { accountId, email, name } = viewer;
  const { database, passwords } = context;
  const advice = adviceAgainst(password, [email, name]);
  // A fast hash of a password must not be stored as the key's content: a repetition is recognised by the
  // current password.
  const scope = { accountId, kind: 'password', content: [] } as const;
  if (key !== null && (await madeBefore(database.reader, { ...scope, key })) !== undefined) {
    const { passwordHash } = await holderOf(database.reader, accountId);
    if (!(await passwords.verify(password, passwordHash))) throw keyReused('password');
    return advice;
  }
  const verified = await requirePassword(context, viewer, current);
  if (verified === null) throw httpErrors.conflict(serverMessages.noPassword);
  const passwordHash = await passwords.hash(password);
  await once(context, { ...scope, key }, async (writer, now) => {
    const updated = await writer
      .updateTable('accounts')
      .set({ password_hash: passwordHash })
      .where('id', '=', accountId)
      // A reset meanwhile must last.
      .where('password_hash', '=', verified)
      .returning('id')
      .executeTakeFirst();
    if (updated === undefined) throw httpErrors.badRequest(messages.currentPasswordWrong);
    const hadCalendar = await endAccess(writer, 'newPassword', { accountId, email, sessionToken, now });
    await clearFailedLogins(writer, email);
    await recordOwnAuditEvent(writer, { at: now, accountId, act: 'change-password', subject: '' });
    const changed = 'The password of your account has been changed. All other devices have been logged out.';
    const lead = changed + (hadCalendar ? calendarEnded : '');
    await notifyHolder(writer, context, accountId, { subject: 'Your password has been changed', lead, now });
  });
  return advice;
}
