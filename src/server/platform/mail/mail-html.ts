import { escapeHtml } from '#contract/escape-html';
import type { MailStyles } from './mail-markdown.ts';

type Link = { label: string; href: string };

/** How a mail begins. */
type Opening = { text: string; html: string };

/** What no words of the office replace. */
export type FixedContent = {
  /** How a one-time link works. */
  note?: string;
  quote?: string | null;
  items?: readonly Link[];
  details: readonly (readonly [name: string, value: string])[];
  /** The first is the button. */
  links: readonly Link[];
  closing: string;
  unsubscribe?: Link;
  /** For mail that cannot be turned off. */
  reason?: string;
};

export type MailContent = FixedContent & { greeting: string; lead: string };

/** Of the logo, as a PNG of twice the size that is shown. */
export type MailLogo = { png: Buffer; width: number; height: number };

type AccentPair = { accent: string; onAccent: string };

/** Null where the portal's own shows. */
export type MailAppearance = {
  logo: Record<'light' | 'dark', MailLogo | null>;
  accent: Record<'light' | 'dark', AccentPair> | null;
};

export const ownMailAppearance: MailAppearance = { logo: { light: null, dark: null }, accent: null };

/** Attached to each mail that shows it: programs ask before they load a picture from a server. */
export const logoCid = (scheme: 'light' | 'dark'): string => `logo-${scheme}@academy`;

/** Mail programs know no custom properties: the colours of tokens.css, light inline, dark by class. */
const ground = '#faf7f0';
const surface = '#fffdf9';
const lineColor = '#dfd8c8';
const inkColor = '#1c2421';
const softColor = '#56605b';

const ownAccent = {
  light: { accent: '#0d5a50', onAccent: '#ffffff' },
  dark: { accent: '#7fcbba', onAccent: '#07251f' },
};

const sheet = ({ accent, onAccent }: AccentPair) => `
@media (prefers-color-scheme:dark) {
.ground{background:#131715!important}
.surface{background:#1a201d!important}
.surface,.line{border-color:#313a35!important}
.ink{color:#ebe7dd!important}
.soft{color:#a8b0a9!important}
.link{color:${accent}!important}
.fill{background:${accent}!important;color:${onAccent}!important}
.by-day{display:none!important}
.by-night{display:block!important}
}
@media (max-width:480px) {
.surface{padding:20px 16px!important}
}`;

const table = '<table role="presentation" border="0" cellpadding="0" cellspacing="0"';
const ink = `class="ink" style="color:${inkColor}`;
const soft = `class="soft" style="color:${softColor}`;
const anywhere = 'overflow-wrap:anywhere;word-break:break-word';

const paragraphStyle = `${ink};margin:0 0 16px;${anywhere}"`;
const paragraph = (text: string) => `<p ${paragraphStyle}>${escapeHtml(text)}</p>`;

const link = ({ label, href }: Link, { accent }: AccentPair) =>
  `<a class="link" href="${escapeHtml(href)}" style="color:${accent}">${escapeHtml(label)}</a>`;

/** Its first letter in an arch, in place of a logo. */
function archOf(academyName: string, { accent, onAccent }: AccentPair): string {
  const [letter = ''] = academyName.trim();
  const arch = `width:32px;height:36px;border-radius:16px 16px 4px 4px;background:${accent}`;
  return [
    `<td class="fill" align="center" aria-hidden="true"`,
    ` style="${arch};color:${onAccent};font-size:18px;font-weight:700">${escapeHtml(letter)}</td>`,
  ].join('');
}

/** A logo without a dark one keeps its light ground, so that it can be seen in the dark. */
function logoOf(light: MailLogo, dark: MailLogo | null): string {
  const image = (scheme: 'light' | 'dark', { width, height }: MailLogo) =>
    `<img src="cid:${logoCid(scheme)}" alt="" width="${width}" height="${height}" style="display:block">`;
  if (dark === null) {
    const plate = `display:inline-block;padding:4px;border-radius:4px;background:${ground}`;
    return `<td><div style="${plate}">${image('light', light)}</div></td>`;
  }
  return [
    `<td><div class="by-day">${image('light', light)}</div>`,
    `<div class="by-night" style="display:none;mso-hide:all">${image('dark', dark)}</div></td>`,
  ].join('');
}

function head(academyName: string, { light, dark }: MailAppearance['logo'], colors: AccentPair): string {
  const mark = light === null ? archOf(academyName, colors) : logoOf(light, dark);
  // Beside a wide logo a phone has no room for the name.
  const isWide = light !== null && light.width > 64;
  const space = isWide ? 'padding:8px 0 0' : 'padding:0 0 0 12px';
  return [
    `${table}><tr>${mark}${isWide ? '</tr><tr>' : ''}`,
    `<td ${ink};${space};font-size:18px;font-weight:600;${anywhere}">${escapeHtml(academyName)}</td>`,
    '</tr></table>',
  ].join('');
}

const quoteOf = (quote: string) =>
  [
    `<blockquote class="ink line" style="color:${inkColor};margin:0 0 16px;padding-left:16px;`,
    `border-left:3px solid ${lineColor};white-space:pre-line;${anywhere}">${escapeHtml(quote)}</blockquote>`,
  ].join('');

const item = `<li class="line" style="border-top:1px solid ${lineColor};padding:12px 0;${anywhere}">`;

function listOf(links: readonly Link[], colors: AccentPair): string {
  const items = links.map((one) => `${item}${link(one, colors)}</li>`);
  return `<ul style="margin:0;padding:0;list-style:none">${items.join('')}</ul>`;
}

const detailOf = ([name, value]: readonly [name: string, value: string]) =>
  [
    `<tr><th scope="row" align="left" valign="top" width="30%" ${soft};padding:4px 12px 4px 0;`,
    `font-weight:400">${escapeHtml(name)}</th>`,
    `<td valign="top" ${ink};padding:4px 0;${anywhere}">${escapeHtml(value)}</td></tr>`,
  ].join('');

/** A button, and its link as text for mail programs that do not open it. */
const buttonOf = ({ label, href }: Link, { accent, onAccent }: AccentPair) =>
  [
    `${table} style="margin:8px 0 16px"><tr>`,
    `<td class="fill" style="border-radius:8px;background:${accent}">`,
    `<a class="fill" href="${escapeHtml(href)}" style="display:inline-block;padding:12px 20px;border-radius:8px;`,
    `color:${onAccent};font-weight:600;text-decoration:none">${escapeHtml(label)}</a></td></tr></table>`,
    `<p ${soft};margin:0 0 8px;font-size:13px;${anywhere}">`,
    `If the button does not work, copy this link:<br>${escapeHtml(href)}</p>`,
  ].join('');

function mailHtml(
  academyName: string,
  beginning: readonly Opening[],
  { note, quote = null, items = [], details, links, closing, unsubscribe, reason }: FixedContent,
  { logo, accent }: MailAppearance,
): string {
  const colors = accent ?? ownAccent;
  const [first, ...others] = links;
  const card = `padding:28px;border:1px solid ${lineColor};border-radius:12px;background:${surface}`;
  return [
    '<!doctype html>',
    '<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">',
    '<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">',
    `<title>${escapeHtml(academyName)}</title><style>${sheet(colors.dark)}</style></head>`,
    `<body class="ground" style="margin:0;background:${ground}">`,
    `${table} width="100%" class="ground" style="background:${ground}"><tr>`,
    '<td align="center" style="padding:24px 12px">',
    `${table} width="100%" style="max-width:560px;font:16px/1.5 Inter,Arial,Helvetica,sans-serif;text-align:left">`,
    `<tr><td style="padding:0 4px 16px">${head(academyName, logo, colors.light)}</td></tr>`,
    `<tr><td class="surface" style="${card}">`,
    ...beginning.map(({ html }) => html),
    ...(note === undefined ? [] : [paragraph(note)]),
    ...(quote === null ? [] : [quoteOf(quote)]),
    ...(items.length === 0 ? [] : [listOf(items, colors.light)]),
    ...(details.length === 0
      ? []
      : [
          '<table border="0" cellpadding="0" cellspacing="0" width="100%" ',
          `style="margin:0 0 16px;font-size:15px">${details.map(detailOf).join('')}</table>`,
        ]),
    ...(first === undefined ? [] : [buttonOf(first, colors.light)]),
    ...others.map((other) => `<p style="margin:16px 0 8px">${link(other, colors.light)}</p>`),
    '</td></tr>',
    `<tr><td ${soft};padding:16px 4px 0;font-size:13px;white-space:pre-line;${anywhere}">${escapeHtml(closing)}`,
    ...(reason === undefined ? [] : [`<br>${escapeHtml(reason)}`]),
    ...(unsubscribe === undefined ? [] : [`<br>${link(unsubscribe, colors.light)}`]),
    '</td></tr></table></td></tr></table></body></html>',
  ].join('\n');
}

/** Of `Settings`, which import this file. */
export type MailSettings = {
  academyName: string;
  mailFooter?: string | null;
  mailAppearance?: MailAppearance;
  /** Above the words of a mail that shows what others will look like. */
  mailSample?: string;
};

const openingOf = (paragraphs: readonly string[]): Opening => ({
  text: paragraphs.join('\n\n'),
  html: paragraphs.map(paragraph).join('\n'),
});

/** Of the office's own words. */
export function mailStyles({ mailAppearance = ownMailAppearance }: MailSettings): MailStyles {
  const { accent } = (mailAppearance.accent ?? ownAccent).light;
  return {
    paragraph: paragraphStyle,
    list: `${ink};margin:0 0 16px;padding-left:24px;${anywhere}"`,
    link: `class="link" style="color:${accent}"`,
  };
}

export function composeWithOpening(
  { academyName, mailFooter = null, mailAppearance = ownMailAppearance, mailSample }: MailSettings,
  words: Opening,
  own: FixedContent,
): { text: string; html: string } {
  const ending = [
    own.closing,
    `${academyName} student portal.`,
    ...(mailFooter === null ? [] : [mailFooter]),
  ];
  const sample = mailSample === undefined ? [] : [openingOf([mailSample])];
  const beginning = [...sample, words];
  const content = { ...own, closing: ending.join('\n\n') };
  const { note, quote = null, items = [], details, links, closing, unsubscribe } = content;
  const allLinks = unsubscribe === undefined ? links : [...links, unsubscribe];
  const text = [
    ...beginning.map(({ text }) => text),
    note ?? '',
    quote === null ? '' : quote.replaceAll(/^/gm, '> '),
    items.map((item) => `- ${item.label}\n  ${item.href}`).join('\n'),
    details.map(([name, value]) => `${name}: ${value}`).join('\n'),
    allLinks.map(({ label, href }) => `${label}: ${href}`).join('\n'),
    closing,
  ];
  return {
    text: `${text.filter(Boolean).join('\n\n')}\n`,
    html: mailHtml(academyName, beginning, content, mailAppearance),
  };
}

export function composeMail(
  settings: MailSettings,
  { greeting, lead, ...fixed }: MailContent,
): { text: string; html: string } {
  return composeWithOpening(settings, openingOf([greeting, lead]), fixed);
}
