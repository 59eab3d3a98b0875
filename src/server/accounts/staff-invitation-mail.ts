import { dayMs } from '#contract/durations';
import type { AppContext } from '../platform/context.ts';
import type { Writer } from '../platform/database/database.ts';
import { composeMail } from '../platform/mail/compose-mail.ts';
import { enqueueSecretMail } from '../platform/mail/enqueue-mail.ts';
import { portalLink } from '../platform/portal-link.ts';
import { greetingOf } from './sign-up/greeting.ts';
import { linkLifeMs } from './one-time-tokens.ts';
import { holderOf } from './own-account/own-account-queries.ts';
import { hashToken } from './random-token.ts';

/** Mails whoever was made staff the link to their first password. */
export async function mailStaffInvitation(
  writer: Writer,
  { settings, secrets }: Pick<AppContext, 'settings' | 'secrets'>,
  {
    accountId,
    role,
    batches,
    token,
    now,
  }: { accountId: number; role: string; batches: readonly string[]; token: string; now: number },
): Promise<void> {
  const holder = await holderOf(writer, accountId);
  const mail = composeMail({
    greeting: greetingOf(holder),
    lead: `The academy's office has made an account for you in the student portal. The link to your first password works once, within ${linkLifeMs / dayMs} days.`,
    details: [
      ['Account', holder.email],
      ['Role', role],
      ...(batches.length > 0 ? ([['Batches', batches.join(', ')]] as [string, string][]) : []),
    ],
    links: [{ label: 'Choose your password', href: portalLink(settings, `/reset-password?token=${token}`) }],
    closing: `If you did not expect this, please tell the academy's office. ${settings.academyName} student portal.`,
  });
  const subject = 'Your account in the student portal';
  const event = `staff-invitation:${hashToken(token)}`;
  await enqueueSecretMail(writer, secrets, { ...mail, event, to: holder.email, subject }, now);
}
