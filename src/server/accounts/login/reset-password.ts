import * as calls from '#contract/accounts/calls';
import { recordOwnAuditEvent } from '../../audit/record-audit-event.ts';
import type { AppContext } from '../../platform/context.ts';
import { logOutcome } from '../../platform/http/security-log.ts';
import type { ConfirmHolder } from '../sign-up/email-confirmations.ts';
import { notifyHolder } from '../own-account/notify-holder.ts';
import { refuseBadToken, useToken } from '../one-time-tokens.ts';
import type { Writer } from '../../platform/database/database.ts';
import { unlinkIdentities } from '../academy-login/external-identities.ts';
import { calendarEnded, endAccess } from '../sessions/end-logins.ts';
import { clearFailedLogins } from '../rate-limits.ts';
import { anyone } from '../policy.ts';
import { removeFactors } from '../second-factor/factor-queries.ts';
import { read } from '../sessions/declared.ts';

/**
 * Sets a new password with a one-time token. The link came by mail or from the office in person, so the
 * address counts as confirmed.
 * @throws 400 for an invalid token
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
    const hadCalendar = await replaceLogin(writer, confirmHolder, { accountId, passwordHash, now });
    const lead = `The password of your account has been changed.${calendarEnded}`;
    const change = { subject: 'Your calendar link has ended', lead, now };
    if (hadCalendar) await notifyHolder(writer, context, accountId, change);
    await recordOwnAuditEvent(writer, { at: now, accountId, act: 'reset-password', subject: '' });
    return { accountId };
  });
}

/**
 * Gives an account to the proven owner of its address: a new password, no other login, the address confirmed,
 * failed logins cleared.
 * @param login.holder replaces what was typed at signup
 * @returns whether a calendar link of the owner's own ended
 */
export async function replaceLogin(
  writer: Writer,
  confirmHolder: ConfirmHolder,
  {
    accountId,
    passwordHash,
    now,
    holder = {},
  }: { accountId: number; passwordHash: string; now: number; holder?: { name?: string; phone?: string } },
): Promise<boolean> {
  const { email, confirmed_at } = await writer
    .updateTable('accounts')
    .set({ ...holder, password_hash: passwordHash })
    .where('id', '=', accountId)
    .returning(['email', 'confirmed_at'])
    .executeTakeFirstOrThrow();
  const hadCalendar = await endAccess(writer, 'newPassword', { accountId, email, now });
  // The owner's own identity is linked again by its address.
  await unlinkIdentities(writer, accountId);
  await clearFailedLogins(writer, email);
  // Added by someone who signed up with an address that was not theirs.
  if (confirmed_at === null) {
    await removeFactors(writer, accountId);
    const asked = writer.deleteFrom('deletion_requests').where('account_id', '=', accountId);
    if ((await asked.returning('account_id').execute()).length > 0)
      await recordOwnAuditEvent(writer, { at: now, accountId, act: 'withdraw-deletion', subject: email });
  }
  await confirmHolder(writer, accountId, now);
  return hadCalendar && confirmed_at !== null;
}

export const resetPasswordCall = (confirmHolder: ConfirmHolder) =>
  read(calls.resetPassword, {
    who: anyone,
    async run({ context, body, request }) {
      await logOutcome(
        request,
        { done: 'password-reset', refused: { 400: 'reset-refused' }, account: ({ accountId }) => accountId },
        () => resetPassword(context, confirmHolder, body),
      );
    },
  });
