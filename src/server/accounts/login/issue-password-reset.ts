import { dayMs } from '#contract/durations';
import { recordAuditEvent } from '../../audit/record-audit-event.ts';
import type { AppContext } from '../../platform/context.ts';
import type { Writer } from '../../platform/database/database.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import { composeMail } from '../../platform/mail/mail-html.ts';
import { enqueueSecretMail } from '../../platform/mail/enqueue-mail.ts';
import { portalLink } from '../../platform/portal-link.ts';
import { greetingOf } from '../own-account/notify-holder.ts';
import { issueToken, linkLifeMs } from '../one-time-tokens.ts';
import { holderOf } from '../own-account/own-account-queries.ts';
import { requireAccount } from '../queries.ts';
import { hashToken } from '../random-token.ts';
import { isSuspended } from '../policy.ts';

/** `actorId` is null for the operator's command. */
type Change = { account: { id: number; email: string }; actorId: number | null; now: number };

/**
 * Creates a link's token for seven days; earlier links end.
 * @param way for the audit log
 * @throws 409 for a suspended account
 */
async function issue(
  writer: Writer,
  { account, actorId, now }: Change,
  way: 'shown' | 'mailed',
): Promise<string> {
  if (await isSuspended(writer, account.id))
    throw httpErrors.conflict(`${account.email} is suspended. Reactivate the account first.`);
  const token = await issueToken(writer, 'reset', account.id, now);
  const act = { at: now, actorId, act: 'issue-password-reset', subject: account.email } as const;
  await recordAuditEvent(writer, { ...act, aboutId: account.id, after: { link: way } });
  return token;
}

/**
 * @param actorId null for the operator's command
 * @throws 404 without such an account, 409 for a suspended one
 */
export async function issuePasswordReset(
  { database, clock }: Pick<AppContext, 'database' | 'clock'>,
  address: string,
  actorId: number | null = null,
): Promise<{ email: string; token: string; expiresAt: number }> {
  return database.transaction(async (writer) => {
    const account = await requireAccount(writer, address);
    const now = clock.now();
    const token = await issue(writer, { account, actorId, now }, 'shown');
    return { email: account.email, token, expiresAt: now + linkLifeMs };
  });
}

/** @throws 409 for a suspended account */
export async function mailPasswordReset(
  writer: Writer,
  { settings, secrets }: Pick<AppContext, 'settings' | 'secrets'>,
  change: Change,
): Promise<void> {
  const token = await issue(writer, change, 'mailed');
  const holder = await holderOf(writer, change.account.id);
  const mail = composeMail(settings, {
    greeting: greetingOf(holder),
    lead: `The office has sent you a link to set a new password. It works once, within ${linkLifeMs / dayMs} days.`,
    details: [['Account', holder.email]],
    links: [{ label: 'Choose a new password', href: portalLink(settings, `/reset-password?token=${token}`) }],
    closing: 'If you did not ask for it, ignore this email: your password stays the same.',
  });
  const subject = 'Choose a new password for the student portal';
  const event = `reset:${hashToken(token)}`;
  await enqueueSecretMail(writer, secrets, { ...mail, event, to: holder.email, subject }, change.now);
}
