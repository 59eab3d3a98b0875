import * as calls from '#contract/accounts/own-account-calls';
import { ownAccountMessages } from '#contract/accounts/own-account-messages';
import { adviceAgainst } from '#contract/accounts/common-passwords';
import { messages } from '#contract/messages';
import { httpErrors } from '../../platform/http/http-errors.ts';
import { serverMessages } from '../../platform/http/server-messages.ts';
import { notifyHolder } from './notify-holder.ts';
import { holderOf } from './own-account-queries.ts';
import { clearFailedLogins } from '../rate-limits.ts';
import { passwordRefusals, requirePassword } from '../login/require-password.ts';
import { freshlySignedInHolder } from '../second-factor/fresh-proof.ts';
import { act } from '../sessions/act.ts';
import { sessionTokenOf } from '../sessions/cookies.ts';
import { calendarEnded, endAccess } from '../sessions/end-logins.ts';

/** All other sessions, mailed links and known devices end, and the holder gets a mail. */
export const changePassword = act(calls.changePassword, {
  who: freshlySignedInHolder,
  async prepare({ context, resource: viewer, body }) {
    const verified = await requirePassword(context, viewer, body.current_password);
    if (verified === null) throw httpErrors.conflict(serverMessages.noPassword);
    return { verified, passwordHash: await context.passwords.hash(body.password) };
  },
  // A fast hash of a password must not be stored: a repetition is recognised by the password that the account has.
  key: {
    kind: 'password',
    content: () => [],
    async isSame({ context: { database, passwords }, viewer: { accountId }, body }) {
      const { passwordHash } = await holderOf(database.reader, accountId);
      return passwords.verify(body.password, passwordHash);
    },
  },
  audit: 'change-password',
  logs: { done: 'password-changed', refused: passwordRefusals },
  async run(writer, { context, resource, request, prepared, now }) {
    const { accountId, email } = resource;
    const updated = await writer
      .updateTable('accounts')
      .set({ password_hash: prepared.passwordHash })
      .where('id', '=', accountId)
      // A reset meanwhile must last.
      .where('password_hash', '=', prepared.verified)
      .returning('id')
      .executeTakeFirst();
    if (updated === undefined) throw httpErrors.badRequest(messages.currentPasswordWrong);
    const sessionToken = sessionTokenOf(request, context.settings);
    const hadCalendar = await endAccess(writer, 'newPassword', { accountId, email, sessionToken, now });
    await clearFailedLogins(writer, email);
    const changed = 'The password of your account has been changed. All other devices have been logged out.';
    const lead = changed + (hadCalendar ? calendarEnded : '');
    await notifyHolder(writer, context, accountId, { subject: 'Your password has been changed', lead, now });
    return { id: accountId, audit: { subject: '', aboutId: accountId } };
  },
  answer: async (_, { resource: { email, name }, body }) => ({
    message: ownAccountMessages.passwordChanged,
    advice: adviceAgainst(body.password, [email, name]),
  }),
});
