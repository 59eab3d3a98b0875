import { isEmail, normalizeEmail } from '#contract/limits';
import * as calls from '#contract/accounts/own-account-calls';
import { ownAccountMessages } from '#contract/accounts/own-account-messages';
import { serverMessages } from '../../platform/http/server-messages.ts';
import { recordAuditEvent } from '../../audit/record-audit-event.ts';
import type { AppContext } from '../../platform/context.ts';
import { isUniqueViolation } from '../../platform/database/database-errors.ts';
import type { Writer } from '../../platform/database/database.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import { logSecurityEvent } from '../../platform/http/security-log.ts';
import { forgetImported } from '../account-data.ts';
import { type ConfirmHolder, endConfirmations, mailNewAddress } from '../sign-up/email-confirmations.ts';
import { mailHolder, notifyHolder } from './notify-holder.ts';
import { endTokens } from '../one-time-tokens.ts';
import { holderOf, isTaken, waitingEmail } from './own-account-queries.ts';
import { mustConfirmFirst, signedIn } from '../policy.ts';
import { requireAccount } from '../queries.ts';
import { takeAttempt } from '../rate-limits.ts';
import { passwordRefusals, requirePassword, requireSamePassword } from '../login/require-password.ts';
import { freshlySignedInHolder } from '../second-factor/fresh-proof.ts';
import { act, read } from '../sessions/act.ts';

/**
 * Sets and confirms a new address without a link, by the office or the operator; both addresses get a mail.
 * @param change.actorId null for the operator's command
 * @throws 409 for the current address, one of another account, and an anonymised account
 */
export async function correctEmail(
  writer: Writer,
  context: Pick<AppContext, 'settings'>,
  confirmHolder: ConfirmHolder,
  {
    account,
    ...change
  }: {
    account: { id: number; email: string; anonymised_at: number | null };
    email: string;
    actorId: number | null;
    reason?: string;
    now: number;
  },
): Promise<void> {
  if (change.email === account.email)
    throw httpErrors.conflict(`${account.email} is already the email of this account.`);
  if (account.anonymised_at !== null) throw httpErrors.conflict(serverMessages.personAnonymised);
  await useNewEmail(writer, context, confirmHolder, { accountId: account.id, ...change });
}

/** @throws 400 for an invalid address, 404 without such an account, 409 as above */
export async function changeEmailOf(
  context: Pick<AppContext, 'database' | 'clock' | 'settings'>,
  confirmHolder: ConfirmHolder,
  present: string,
  next: string,
): Promise<{ before: string; after: string }> {
  const [before, after] = [normalizeEmail(present), normalizeEmail(next)];
  if (!isEmail(after)) throw httpErrors.badRequest(`"${next}" is not a valid email.`);
  await context.database.transaction(async (writer) => {
    const account = await requireAccount(writer, before);
    const change = { account, email: after, actorId: null, now: context.clock.now() };
    await correctEmail(writer, context, confirmHolder, change);
  });
  return { before, after };
}

/**
 * Replaces an account's address. The old one stays reserved for the account, since devices store data under
 * it. One that the account still had to confirm is free again: anybody can type it. Links to the old one end.
 * @throws 409 when the address belongs to another account
 */
export async function useNewEmail(
  writer: Writer,
  context: Pick<AppContext, 'settings'>,
  confirmHolder: ConfirmHolder,
  {
    accountId,
    email,
    now,
    actorId = accountId,
    reason,
  }: { accountId: number; email: string; now: number; actorId?: number | null; reason?: string },
): Promise<void> {
  if (await isTaken(writer, email, accountId)) throw httpErrors.conflict(serverMessages.emailOfAnother);
  const before = await holderOf(writer, accountId);
  const former = new Set(before.formerEmails);
  const isConfirmed = before.confirmedAt !== null;
  if (!mustConfirmFirst({ ...before, isConfirmed }, context.settings)) {
    former.add(before.email);
    await writer
      .insertInto('former_emails')
      .values({ email: before.email, account_id: accountId, left_at: now })
      .onConflict((conflict) => conflict.column('email').doUpdateSet({ left_at: now }))
      .execute();
  }
  // Applied already: otherwise going back would apply it over newer data. Unconfirmed addresses may be others'.
  if (isConfirmed) await forgetImported(writer, [...former]);
  await writer
    .updateTable('accounts')
    // Imported data of the new address is applied with its confirmation.
    .set({ email, former_emails: JSON.stringify([...former]), confirmed_at: null })
    .where('id', '=', accountId)
    .execute()
    .catch((error: unknown) => {
      // A signup has taken it since the look-up.
      throw isUniqueViolation(error) ? httpErrors.conflict(serverMessages.emailOfAnother) : error;
    });
  await confirmHolder(writer, accountId, now);
  await endConfirmations(writer, accountId, { but: email });
  await endTokens(writer, 'reset', accountId);
  await recordAuditEvent(writer, {
    at: now,
    actorId,
    act: 'change-address',
    subject: email,
    aboutId: accountId,
    before: { email: before.email },
    after: { email, ...(reason !== undefined && { reason }) },
  });
  const subject = 'The email of your account has changed';
  const lead = `You now log in with ${email}, and we send emails there.`;
  const notice = { subject, lead, now, by: actorId === accountId ? 'holder' : 'office' } as const;
  await mailHolder(writer, context, before, notice);
  await mailHolder(writer, context, { ...before, email, confirmedAt: now }, notice);
}

export const emailCalls = [
  // Mails a link to the new address and a notice to the old one. The link makes the change.
  act(calls.changeEmail, {
    who: freshlySignedInHolder,
    async prepare({ context, resource, body }) {
      const verified = await requirePassword(context, resource, body.current_password);
      if (context.settings.smtpUrl === null) throw httpErrors.conflict(serverMessages.changeEmailAtOffice);
      return verified;
    },
    key: { kind: 'email', content: ({ body: { email } }) => [email] },
    logs: { done: 'address-change-asked', refused: passwordRefusals },
    async run(writer, { context, resource, body: { email }, prepared: verified, now }) {
      const { accountId, email: present } = resource;
      await requireSamePassword(writer, accountId, verified);
      if (email === present) throw httpErrors.badRequest(serverMessages.emailIsPresent);
      await takeAttempt(writer, { kind: 'confirm-account', subject: String(accountId) }, now);
      if (await isTaken(writer, email, accountId)) throw httpErrors.conflict(serverMessages.emailOfAnother);
      // Only the newest request counts.
      await endConfirmations(writer, accountId, { but: present });
      await mailNewAddress(writer, context, { id: accountId, email }, now);
      const lead = `Someone asked to change the email of this account to ${email}. Nothing changes until someone opens the link that we have sent there.`;
      const subject = 'New email requested for your account';
      await notifyHolder(writer, context, accountId, { subject, lead, now });
      return { id: accountId };
    },
    answer: async () => ({ message: ownAccountMessages.newEmailSent }),
  }),

  // The link no longer works. Does nothing where nothing was requested.
  read(calls.withdrawEmail, {
    who: signedIn,
    async run({ context: { database, clock }, resource: { accountId, email }, request }) {
      const isWithdrawn = await database.transaction(async (writer) => {
        if ((await waitingEmail(writer, { accountId, email, now: clock.now() })) === null) return false;
        await endConfirmations(writer, accountId, { but: email });
        return true;
      });
      if (isWithdrawn) logSecurityEvent(request, 'address-change-withdrawn', { account: accountId });
    },
  }),
];
