import { greetedName, greetingOf } from '../../accounts/own-account/notify-holder.ts';
import type { MailRecipient } from '../../accounts/queries.ts';
import { closingOf, type DailyItem, dailyMailsOf } from '../../notices/mails/notice-mails.ts';
import type { Mail } from '../../platform/mail/enqueue-mail.ts';
import { composeMail } from '../../platform/mail/mail-html.ts';
import { composeWorded } from '../../platform/mail/worded-mail.ts';
import { portalLink } from '../../platform/portal-link.ts';
import type { Settings } from '../../platform/settings/settings.ts';

export type DailyNews = { items: readonly DailyItem[]; forum: readonly DailyItem[] };

/** @param isInvitation the first is an event, which a calendar names by the mail */
function newsOf(items: readonly DailyItem[], isInvitation: boolean): string {
  const [first] = items;
  const others = items.length - 1;
  if (first === undefined || (others > 0 && !isInvitation)) return `${items.length} updates for today`;
  return others === 0
    ? first.text
    : `${first.text}, and ${others === 1 ? '1 more update' : `${others} more updates`}`;
}

/** Staff's has no words of the office. @param day `YYYY-MM-DD` */
export function composeDaily(
  settings: Pick<Settings, 'academyName' | 'publicUrl' | 'host' | 'port' | 'mailWords'>,
  reader: MailRecipient,
  { items, forum }: DailyNews,
  { day, turnOffUrl, isInvitation = false }: { day: string; turnOffUrl: string; isInvitation?: boolean },
): Pick<Mail, 'subject' | 'text' | 'html'> {
  const mails = dailyMailsOf([...items, ...forum]);
  const news = newsOf(items, isInvitation);
  const fixed = {
    items: [...items, ...forum].map(({ text, href }) => ({ label: text, href: portalLink(settings, href) })),
    details: [],
    links: [],
    closing: closingOf(mails),
    unsubscribe: {
      label: `Unsubscribe from ${mails.length === 1 ? 'this kind' : 'these kinds'} of email`,
      href: turnOffUrl,
    },
  };
  if (reader.role === 'student') {
    const values = { name: greetedName(reader), batch: reader.batch ?? '', news, date: day };
    return composeWorded(settings, 'daily', values, fixed);
  }
  return {
    subject: news,
    ...composeMail(settings, { greeting: greetingOf(reader), lead: 'Waiting for you:', ...fixed }),
  };
}
