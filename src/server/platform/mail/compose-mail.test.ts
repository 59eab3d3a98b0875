import { expect, test } from 'vitest';
import { escapeHtml } from '#contract/escape-html';
import { composeMail, logoCid } from './mail-html.ts';

const settings = { academyName: 'Tom & Co <Academy>' };
const href = 'https://portal.example/reset-password?token=a1&next=b2';
const button = { label: 'Choose a new password', href };

const content = {
  greeting: 'Hello <b>Asha</b>,',
  lead: 'The link below works once.',
  details: [['Account', 'asha"@example.test']] as const,
  links: [button],
  closing: 'If it was not you, ignore this email.',
};

const occurrences = (text: string, part: string) => text.split(part).length - 1;

test('the plain text has every word and link, one below the other', () => {
  const unsubscribe = { label: 'Unsubscribe', href: 'https://portal.example/unsubscribe?token=c3' };
  const { text } = composeMail(settings, { ...content, quote: 'one\ntwo', unsubscribe });
  expect(text).toBe(
    [
      'Hello <b>Asha</b>,',
      'The link below works once.',
      '> one\n> two',
      'Account: asha"@example.test',
      `Choose a new password: ${href}\nUnsubscribe: https://portal.example/unsubscribe?token=c3`,
      'If it was not you, ignore this email.',
      'Tom & Co <Academy> student portal.\n',
    ].join('\n\n'),
  );
});

test('the HTML escapes names, values, words and links', () => {
  const { html } = composeMail(settings, {
    ...content,
    quote: '<script>alert(1)</script>',
    items: [{ label: 'Week <1>', href: 'https://portal.example/?a="b"' }],
    unsubscribe: { label: 'Stop <it>', href: 'https://portal.example/u?a&b' },
    reason: 'Because of <this>.',
  });
  for (const text of [
    'Hello &lt;b&gt;Asha&lt;/b&gt;,',
    'Tom &amp; Co &lt;Academy&gt;',
    'asha&quot;@example.test',
    '&lt;script&gt;alert(1)&lt;/script&gt;',
    'Week &lt;1&gt;',
    'href="https://portal.example/?a=&quot;b&quot;"',
    'Stop &lt;it&gt;',
    'href="https://portal.example/u?a&amp;b"',
    'Because of &lt;this&gt;.',
  ])
    expect(html).toContain(text);
  expect(html).not.toContain('<script');
  expect(html).not.toContain('<b>');
});

test('the HTML has the first link once as a button and once as text', () => {
  const { html } = composeMail(settings, content);
  expect(occurrences(html, `href="${escapeHtml(href)}"`)).toBe(1);
  expect(occurrences(html, `>${escapeHtml(href)}<`)).toBe(1);
  expect(occurrences(html, escapeHtml(href))).toBe(2);
});

test('the HTML has one button, and other links as links', () => {
  const other = { label: 'Check this receipt', href: 'https://portal.example/verify' };
  const { html } = composeMail(settings, { ...content, links: [button, other] });
  expect(occurrences(html, 'class="fill" href=')).toBe(1);
  expect(occurrences(html, 'https://portal.example/verify')).toBe(1);
});

test('a mail without links has no button', () => {
  const { text, html } = composeMail(settings, { ...content, links: [] });
  expect(html).not.toContain('<a ');
  expect(text).toContain('If it was not you');
});

test('the HTML loads nothing from elsewhere and has a dark scheme', () => {
  const { html } = composeMail(settings, content);
  expect(html).not.toMatch(/<(img|link|script|iframe)\b|url\(|@import|src=/);
  expect(html).toContain('@media (prefers-color-scheme:dark)');
  expect(html).toContain('<meta name="color-scheme" content="light dark">');
});

const picture = { png: Buffer.from('png'), width: 90, height: 40 };
const accent = {
  light: { accent: '#5a0d3c', onAccent: '#ffffff' },
  dark: { accent: '#e8a0cc', onAccent: '#10140f' },
};

test('the academy’s logo is a part of the mail, and its colour replaces the portal’s', () => {
  const mailAppearance = { logo: { light: picture, dark: picture }, accent };
  const { html } = composeMail({ ...settings, mailAppearance }, content);
  expect(html.match(/src="[^"]*"/g)).toEqual([
    `src="cid:${logoCid('light')}"`,
    `src="cid:${logoCid('dark')}"`,
  ]);
  expect(html).toContain('width="90" height="40"');
  expect(html).toContain('.fill{background:#e8a0cc!important;color:#10140f!important}');
  expect(html).toContain('background:#5a0d3c');
  expect(html).not.toContain('#0d5a50');
  expect(html).toContain(escapeHtml(settings.academyName));
});

test('without a dark logo the light one keeps its ground', () => {
  const mailAppearance = { logo: { light: picture, dark: null }, accent: null };
  const { html } = composeMail({ ...settings, mailAppearance }, content);
  expect(html).toContain(`border-radius:4px;background:#faf7f0"><img src="cid:${logoCid('light')}"`);
  expect(html).not.toContain(logoCid('dark'));
});

test('the academy’s own last line ends the text and the HTML', () => {
  const { text, html } = composeMail({ ...settings, mailFooter: 'Kannur <Kerala>' }, content);
  expect(
    text.endsWith(`${content.closing}\n\n${settings.academyName} student portal.\n\nKannur <Kerala>\n`),
  ).toBe(true);
  expect(html).toContain('Kannur &lt;Kerala&gt;');
});
