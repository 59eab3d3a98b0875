import { greetedName, greetingOf } from '../../accounts/own-account/notify-holder.ts';
import type { MailRecipient } from '../../accounts/queries.ts';
import { closingOf, type DailyItem, dailyMailsOf } from '../../notices/mails/notice-mails.ts';
import type { Mail } from '../../platform/mail/enqueue-mail.ts';
import { composeMail } from '../../platform/mail/mail-html.ts';
import { composeWorded } from '../../platform/mail/worded-mail.ts';
import { portalLink } from '../../platform/portal-link.ts';
import type { Settings } from '../../platform/settings/settings.ts';

export type DailyNews = { items: readonly DailyItem[]; forum: readonly DailyItem[] };

/** Staff's has no words of the office. @param day `YYYY-MM-DD` */
export function composeDaily(
  settings: Pick<Settings, 'academyName' | 'publicUrl' | 'host' | 'port' | 'mailWords'>,
  reader: MailRecipient,
  { items, forum }: DailyNews,
  { day, turnOffUrl }: { day: string; turnOffUrl: string },
): Pick<Mail, 'subject' | 'text' | 'html'> {
  const mails = dailyMailsOf([...items, ...forum]);
  const [first] = items;
  const news = items.length === 1 && first !== undefined ? first.text : `${items.length} updates for today`;
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
