import { readFileSync } from 'node:fs';
import { portalName } from '#contract/portal-name';
import { escapeHtml } from '#contract/escape-html';
import { localMoment } from '../platform/zoned-time.ts';

type ListedMail = { subject: string; recipient: string; createdAt: number; text: string };

const linkPattern = /(https?:\/\/[^\s<>"]+)/;

/** Addresses become links. */
function withLinks(text: string): string {
  return text
    .split(linkPattern)
    .map((part, nth) => {
      const words = escapeHtml(part);
      return nth % 2 === 0 ? words : `<a href="${words}" rel="nofollow noreferrer">${words}</a>`;
    })
    .join('');
}

const style = readFileSync(new URL('mails-page.css', import.meta.url), 'utf8');

/** The mails of a demo in place of sending them: a plain list, the newest first and open. */
export function mailsPage(
  { academyName, academyZone }: { academyName: string; academyZone: string },
  note: string,
  mails: readonly ListedMail[],
): string {
  const brand = escapeHtml(portalName(academyName));
  const items = mails.map(
    ({ subject, recipient, createdAt, text }, nth) => `<li><details${nth === 0 ? ' open' : ''}>
<summary><strong>${escapeHtml(subject)}</strong>
<span>To ${escapeHtml(recipient)}, ${localMoment(createdAt, academyZone)}</span></summary>
<pre>${withLinks(text)}</pre>
</details></li>`,
  );
  return [
    '<!DOCTYPE html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="robots" content="noindex">',
    `<title>Emails · ${brand}</title>`,
    `<style>${style}</style>`,
    '</head>',
    '<body>',
    `<header><p>${escapeHtml(note)}</p><a href="/">${brand}</a></header>`,
    '<main>',
    '<h1>Emails</h1>',
    '<p>A demo sends no email. These are the newest that a portal would have sent.</p>',
    ...(items.length === 0 ? ['<p>No emails yet.</p>'] : ['<ol>', ...items, '</ol>']),
    '</main>',
    '</body>',
    '</html>',
    '',
  ].join('\n');
}
