import { escapeHtml } from '#contract/escape-html';
import type { Settings } from '../settings/settings.ts';

type Link = { label: string; href: string };

export type MailContent = {
  greeting: string;
  lead: string;
  quote?: string | null;
  items?: readonly { text: string; href: string }[];
  details: readonly (readonly [name: string, value: string])[];
  /** The first is the button. */
  links: readonly Link[];
  closing: string;
  unsubscribe?: Link;
  /** For mail that cannot be turned off. */
  reason?: string;
};

/** Of tokens.css: mail programs lack custom properties. Light inline, dark by class. */
const light = {
  ground: '#faf7f0',
  surface: '#fffdf9',
  line: '#dfd8c8',
  ink: '#1c2421',
  soft: '#56605b',
  accent: '#0d5a50',
  onAccent: '#ffffff',
};

const sheet = `
@media (prefers-color-scheme:dark) {
.ground{background:#131715!important}
.surface{background:#1a201d!important}
.surface,.line{border-color:#313a35!important}
.ink{color:#ebe7dd!important}
.soft{color:#a8b0a9!important}
.link{color:#7fcbba!important}
.fill{background:#7fcbba!important;color:#07251f!important}
}
@media (max-width:480px) {
.surface{padding:20px 16px!important}
}`;

const table = '<table role="presentation" border="0" cellpadding="0" cellspacing="0"';
const ink = `class="ink" style="color:${light.ink}`;
const soft = `class="soft" style="color:${light.soft}`;
const anywhere = 'overflow-wrap:anywhere;word-break:break-word';

const paragraph = (text: string) => `<p ${ink};margin:0 0 16px;${anywhere}">${escapeHtml(text)}</p>`;

const link = ({ label, href }: Link) =>
  `<a class="link" href="${escapeHtml(href)}" style="color:${light.accent}">${escapeHtml(label)}</a>`;

/** Mails load no images. */
function head(academyName: string): string {
  const [letter = ''] = academyName.trim();
  const arch = `width:32px;height:36px;border-radius:16px 16px 4px 4px;background:${light.accent}`;
  return [
    `${table}><tr>`,
    `<td class="fill" align="center" aria-hidden="true"`,
    ` style="${arch};color:${light.onAccent};font-size:18px;font-weight:700">${escapeHtml(letter)}</td>`,
    `<td ${ink};padding-left:12px;font-size:18px;font-weight:600;${anywhere}">${escapeHtml(academyName)}</td>`,
    '</tr></table>',
  ].join('');
}

const quoteOf = (quote: string) =>
  [
    `<blockquote class="ink line" style="color:${light.ink};margin:0 0 16px;padding-left:16px;`,
    `border-left:3px solid ${light.line};white-space:pre-line;${anywhere}">${escapeHtml(quote)}</blockquote>`,
  ].join('');

const itemOf = ({ text, href }: { text: string; href: string }) =>
  [
    `<li class="line" style="border-top:1px solid ${light.line};padding:12px 0;${anywhere}">`,
    `${link({ label: text, href })}</li>`,
  ].join('');

const detailOf = ([name, value]: readonly [name: string, value: string]) =>
  [
    `<tr><th scope="row" align="left" valign="top" width="30%" ${soft};padding:4px 12px 4px 0;`,
    `font-weight:400">${escapeHtml(name)}</th>`,
    `<td valign="top" ${ink};padding:4px 0;${anywhere}">${escapeHtml(value)}</td></tr>`,
  ].join('');

/** With its address as text. */
const buttonOf = ({ label, href }: Link) =>
  [
    `${table} style="margin:8px 0 16px"><tr>`,
    `<td class="fill" style="border-radius:8px;background:${light.accent}">`,
    `<a class="fill" href="${escapeHtml(href)}" style="display:inline-block;padding:12px 20px;border-radius:8px;`,
    `color:${light.onAccent};font-weight:600;text-decoration:none">${escapeHtml(label)}</a></td></tr></table>`,
    `<p ${soft};margin:0 0 8px;font-size:13px;${anywhere}">`,
    `If the button does not work, copy this link:<br>${escapeHtml(href)}</p>`,
  ].join('');

export function mailHtml(
  academyName: string,
  { greeting, lead, quote = null, items = [], details, links, closing, unsubscribe, reason }: MailContent,
): string {
  const [first, ...others] = links;
  const card = `padding:28px;border:1px solid ${light.line};border-radius:12px;background:${light.surface}`;
  return [
    '<!doctype html>',
    '<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">',
    '<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">',
    `<title>${escapeHtml(academyName)}</title><style>${sheet}</style></head>`,
    `<body class="ground" style="margin:0;background:${light.ground}">`,
    `${table} width="100%" class="ground" style="background:${light.ground}"><tr>`,
    '<td align="center" style="padding:24px 12px">',
    `${table} width="100%" style="max-width:560px;font:16px/1.5 Inter,Arial,Helvetica,sans-serif;text-align:left">`,
    `<tr><td style="padding:0 4px 16px">${head(academyName)}</td></tr>`,
    `<tr><td class="surface" style="${card}">`,
    paragraph(greeting),
    paragraph(lead),
    ...(quote === null ? [] : [quoteOf(quote)]),
    ...(items.length === 0
      ? []
      : [`<ul style="margin:0;padding:0;list-style:none">${items.map(itemOf).join('')}</ul>`]),
    ...(details.length === 0
      ? []
      : [
          '<table border="0" cellpadding="0" cellspacing="0" width="100%" ',
          `style="margin:0 0 16px;font-size:15px">${details.map(detailOf).join('')}</table>`,
        ]),
    ...(first === undefined ? [] : [buttonOf(first)]),
    ...others.map((other) => `<p style="margin:16px 0 8px">${link(other)}</p>`),
    '</td></tr>',
    `<tr><td ${soft};padding:16px 4px 0;font-size:13px;white-space:pre-line;${anywhere}">${escapeHtml(closing)}`,
    ...(reason === undefined ? [] : [`<br>${escapeHtml(reason)}`]),
    ...(unsubscribe === undefined ? [] : [`<br>${link(unsubscribe)}`]),
    '</td></tr></table></td></tr></table></body></html>',
  ].join('\n');
}

export function composeMail(
  { academyName, mailFooter = null }: Pick<Settings, 'academyName'> & Partial<Pick<Settings, 'mailFooter'>>,
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
  return { text: `${text}\n`, html: mailHtml(academyName, content) };
}
