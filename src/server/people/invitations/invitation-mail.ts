import { shownName } from '#contract/accounts/person-name';
import type { AppContext } from '../../platform/context.ts';
import type { Writer } from '../../platform/database/database.ts';
import { composeMail } from '../../platform/mail/mail-html.ts';
import { enqueueSecretMail } from '../../platform/mail/enqueue-mail.ts';
import { hashToken } from '../../accounts/random-token.ts';
import type { InvitedRow } from './invitation-queries.ts';

/** Safe to quote: the office's. */
export async function mailInvitation(
  writer: Writer,
  { settings, secrets }: Pick<AppContext, 'settings' | 'secrets'>,
  { person, link, now }: { person: InvitedRow; link: string; now: number },
): Promise<void> {
  const { email, name, batch, course } = person;
  const place = batch === null ? '' : ` Your place in ${batch} is ready.`;
  const mail = composeMail(settings, {
    greeting: name === null ? 'Hello,' : `Hello ${shownName(name)},`,
    lead: `${settings.academyName} invites you to its student portal.${place} The link below works once, within 30 days. It confirms your email and lets you set a password.`,
    details: [
      ['Account', email],
      ...(batch === null ? [] : [['Batch', batch] as const]),
      ...(course === null ? [] : [['Course', course] as const]),
    ],
    links: [{ label: 'Open your invitation', href: link }],
    closing: `If you did not expect this, do not open the link. Please tell the academy's office. ${settings.academyName} student portal.`,
  });
  const event = `invitation:${hashToken(link)}`;
  const subject = `Your invitation to the student portal of ${settings.academyName}`;
  await enqueueSecretMail(writer, secrets, { ...mail, event, to: email, subject }, now);
}
