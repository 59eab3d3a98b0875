import { escapeHtml } from '#contract/escape-html';

type MailContent = {
  greeting: string;
  lead: string;
  /** A person's own words. */
  quote?: string | null;
  items?: readonly { text: string; href: string }[];
  details: readonly (readonly [name: string, value: string])[];
  links: readonly { label: string; href: string }[];
  closing: string;
};

const cell = 'padding:4px 16px 4px 0;vertical-align:top;text-align:left';

const listItem = ({ text, href }: { text: string; href: string }) =>
  `<li style="margin:8px 0"><a href="${escapeHtml(href)}">${escapeHtml(text)}</a></li>`;

export function composeMail({
  greeting,
  lead,
  quote = null,
  items = [],
  details,
  links,
  closing,
}: MailContent): {
  text: string;
  html: string;
} {
  const text = [
    greeting,
    lead,
    ...(quote === null ? [] : [quote.replaceAll(/^/gm, '> ')]),
    ...(items.length === 0 ? [] : [items.map((item) => `- ${item.text}\n  ${item.href}`).join('\n')]),
    ...(details.length === 0 ? [] : [details.map(([name, value]) => `${name}: ${value}`).join('\n')]),
    links.map(({ label, href }) => `${label}: ${href}`).join('\n'),
    closing,
  ].join('\n\n');
  const rows = details.map(
    ([name, value]) =>
      `<tr><th scope="row" style="${cell};font-weight:normal;color:#555">${escapeHtml(name)}</th><td style="${cell};word-break:break-word">${escapeHtml(value)}</td></tr>`,
  );
  const paragraph = (content: string) => `<p>${content}</p>`;
  const html = [
    '<!doctype html><html lang="en"><head><meta charset="utf-8"></head>',
    '<body style="font-family:sans-serif;line-height:1.5;color:#1c2421;max-width:40em">',
    paragraph(escapeHtml(greeting)),
    paragraph(escapeHtml(lead)),
    ...(quote === null
      ? []
      : [
          `<blockquote style="margin:0;padding-left:16px;border-left:3px solid #ccc;white-space:pre-line">${escapeHtml(quote)}</blockquote>`,
        ]),
    ...(items.length === 0 ? [] : [`<ul>${items.map(listItem).join('')}</ul>`]),
    ...(rows.length === 0 ? [] : [`<table style="border-collapse:collapse">${rows.join('')}</table>`]),
    ...links.map(({ label, href }) => paragraph(`<a href="${escapeHtml(href)}">${escapeHtml(label)}</a>`)),
    paragraph(escapeHtml(closing)),
    '</body></html>',
  ].join('\n');
  return { text: `${text}\n`, html };
}
