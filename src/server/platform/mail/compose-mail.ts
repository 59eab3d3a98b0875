import type { Settings } from '../settings/settings.ts';
import { mailHtml, ownMailLook, type MailContent } from './mail-html.ts';

type MailSettings = Pick<Settings, 'academyName'> & Partial<Pick<Settings, 'mailFooter' | 'mailLook'>>;

export function composeMail(
  { academyName, mailFooter = null, mailLook = ownMailLook }: MailSettings,
  own: MailContent,
): { text: string; html: string } {
  const content = mailFooter === null ? own : { ...own, closing: `${own.closing}\n\n${mailFooter}` };
  const { greeting, lead, quote = null, items = [], details, links, closing, unsubscribe } = content;
  const allLinks = unsubscribe === undefined ? links : [...links, unsubscribe];
  const text = [
    greeting,
    lead,
    ...(quote === null ? [] : [quote.replaceAll(/^/gm, '> ')]),
    ...(items.length === 0 ? [] : [items.map((item) => `- ${item.text}\n  ${item.href}`).join('\n')]),
    ...(details.length === 0 ? [] : [details.map(([name, value]) => `${name}: ${value}`).join('\n')]),
    allLinks.map(({ label, href }) => `${label}: ${href}`).join('\n'),
    closing,
  ].join('\n\n');
  return { text: `${text}\n`, html: mailHtml(academyName, content, mailLook) };
}
