import { noticeKinds, noticeMails, type NoticeKind, type NoticeMail } from '#contract/notices/notice-kinds';
import { greetingOf } from '../../accounts/own-account/notify-holder.ts';
import type { MailRecipient } from '../../accounts/queries.ts';
import type { MailLink, SignMailLink } from '../mail-links.ts';
import { composeMail } from '../../platform/mail/mail-html.ts';
import type { Mail } from '../../platform/mail/enqueue-mail.ts';
import { portalLink } from '../../platform/portal-link.ts';
import type { Settings } from '../../platform/settings/settings.ts';

export type DailyItem = { mail: NoticeMail; text: string; href: string };

type MailSettings = Pick<Settings, 'academyName' | 'publicUrl' | 'host' | 'port'>;

export function turnOffAddress(settings: MailSettings, sign: SignMailLink, link: MailLink): string {
  return portalLink(settings, `/unsubscribe?token=${encodeURIComponent(sign(link))}`);
}

export function closingOf(
  { academyName }: Pick<Settings, 'academyName'>,
  mails: readonly NoticeMail[],
): string {
  const kinds = mails.map((mail) => `“${noticeMails[mail].label}”`).join(', ');
  return `You get this email because of your notification settings: ${kinds}. ${academyName} student portal.`;
}

/** @param quote another person's own words */
export function composeNotice(
  settings: MailSettings,
  reader: MailRecipient,
  notice: { kind: NoticeKind; text: string; href: string; quote: string | null },
  sign: SignMailLink,
): Omit<Mail, 'event'> {
  const { kind, text, href, quote } = notice;
  const { mail, heading } = noticeKinds[kind];
  const turnOffUrl = turnOffAddress(settings, sign, { accountId: reader.id, mails: [mail] });
  const content = composeMail(settings, {
    greeting: greetingOf(reader),
    // The quote repeats the text of an announcement. Older notices say "changed".
    lead:
      quote === null
        ? `${text}.`
        : text.replace(/ (announces|(?:changed|edited) an announcement): .*$/s, ' $1:'),
    quote,
    details: [],
    links: [{ label: 'Open in the portal', href: portalLink(settings, href) }],
    closing: closingOf(settings, [mail]),
    unsubscribe: { label: 'Unsubscribe from this kind of email', href: turnOffUrl },
  });
  return { ...content, to: reader.email, subject: heading, turnOffUrl };
}
