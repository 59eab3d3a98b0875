import { randomUUID } from 'node:crypto';
import type { AppContext } from '../../platform/context.ts';
import type { Writer } from '../../platform/database/database.ts';
import { composeMail } from '../../platform/mail/mail-html.ts';
import { enqueueMail } from '../../platform/mail/enqueue-mail.ts';
import { portalLink } from '../../platform/portal-link.ts';
import { shownName } from '#contract/accounts/person-name';
import { holderOf, type Holder } from './own-account-queries.ts';

const closings = {
  holder: 'If it was not you, tell the office immediately.',
  office: 'Questions? Contact the office.',
};

/** `by` is who made the change. */
type Change = {
  subject: string;
  lead: string;
  now: number;
  by?: keyof typeof closings;
  /** By which the mail is found again. */
  event?: string;
};

/**
 * Mails the holder about a change of the account, in its transaction. Unconfirmed addresses may be somebody
 * else's and get no mail, suspended accounts neither.
 */
export async function notifyHolder(
  writer: Writer,
  context: Pick<AppContext, 'settings'>,
  accountId: number,
  change: Change,
): Promise<void> {
  await mailHolder(writer, context, await holderOf(writer, accountId), change);
}

export async function mailHolder(
  writer: Writer,
  { settings }: Pick<AppContext, 'settings'>,
  holder: Holder,
  { subject, lead, now, by = 'holder', event = `account:${randomUUID()}` }: Change,
): Promise<void> {
  if (holder.confirmedAt === null || holder.suspendedAt !== null) return;
  const mail = composeMail(settings, {
    greeting: greetingOf(holder),
    lead,
    details: [['Account', holder.email]],
    links: [{ label: 'View your account', href: portalLink(settings, '/account') }],
    closing: closings[by],
    reason: 'You get an email about every change of your account.',
  });
  await enqueueMail(writer, { ...mail, event, to: holder.email, subject }, now);
}

/**
 * Names only confirmed accounts: a stranger may have typed name and address, and the academy would send their
 * words.
 */
export function greetedName(account: { name: string; confirmedAt: number | null }): string {
  return account.confirmedAt === null ? '' : shownName(account.name);
}

export function greetingOf(account: { name: string; confirmedAt: number | null }): string {
  const name = greetedName(account);
  return name === '' ? 'Hello,' : `Hello ${name},`;
}
