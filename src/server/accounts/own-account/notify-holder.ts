import { randomUUID } from 'node:crypto';
import type { AppContext } from '../../platform/context.ts';
import type { Writer } from '../../platform/database/database.ts';
import { composeMail } from '../../platform/mail/compose-mail.ts';
import { enqueueMail } from '../../platform/mail/enqueue-mail.ts';
import { portalLink } from '../../platform/portal-link.ts';
import { shownName } from '#contract/accounts/person-name';

export type Holder = { email: string; name: string; confirmedAt: number | null; suspendedAt: number | null };

/**
 * Tells the holder of an account by mail what has been changed in it, within that change. An address that is not confirmed
 * hears nothing: it may be somebody else's. Nor does a suspended account.
 */
export async function notifyHolder(
  writer: Writer,
  { settings }: Pick<AppContext, 'settings'>,
  holder: Holder,
  { subject, lead, now }: { subject: string; lead: string; now: number },
): Promise<void> {
  if (holder.confirmedAt === null || holder.suspendedAt !== null) return;
  const mail = composeMail({
    greeting: greetingOf(holder),
    lead,
    details: [['Account', holder.email]],
    links: [{ label: 'Look at your account', href: portalLink(settings, '/account') }],
    closing: `If it was not you, tell the academy's office at once. ${settings.academyName} student portal.`,
  });
  await enqueueMail(writer, { ...mail, event: `account:${randomUUID()}`, to: holder.email, subject }, now);
}

/**
 * How a mail to an account begins. The name stands in it only where the address is confirmed: before, a stranger may have
 * typed both, and would speak to somebody else with the academy's voice.
 */
export function greetingOf(account: { name: string; confirmedAt: number | null }): string {
  return account.confirmedAt === null ? 'Hello,' : `Hello ${shownName(account.name)},`;
}
