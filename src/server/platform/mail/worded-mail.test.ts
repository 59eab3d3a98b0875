import { expect, it } from 'vitest';
import { mailNames, mailWords, ourMailText, type MailName } from '#contract/mail-words';
import { unknownField } from '#contract/named-fields';
import { unusableLink } from './mail-markdown.ts';
import { composeWorded } from './worded-mail.ts';

const href = 'https://portal.example/reset-password?token=a1';
const fixed = {
  note: 'The link below works once.',
  details: [['Account', 'asha@example.test']] as const,
  links: [{ label: 'Choose a new password', href }],
  closing: 'If it was not you, ignore this email.',
  unsubscribe: { label: 'Unsubscribe', href: 'https://portal.example/unsubscribe?token=c3' },
};

function compose(body: string, name = 'Asha', subject = 'Hello {name}') {
  const settings = { academyName: 'ICTAK', mailWords: { reset: { subject, body } } };
  return composeWorded(settings, 'reset', { name }, fixed);
}
const wordsOf = ({ text }: { text: string }) => text.slice(0, text.indexOf(`\n\n${fixed.note}`));
/** The card's words in the HTML. */
const htmlOf = ({ html }: { html: string }) =>
  html
    .slice(html.indexOf('class="surface"'), html.indexOf(fixed.note))
    .replace(/^[^>]*>/, '')
    .replaceAll(/ (?:class|style)="[^"]*"/g, '')
    .replace(/<p>$/, '')
    .trim();

it('our words are templates too, and every field of them is known', () => {
  for (const mail of mailNames) {
    const { subject, body } = ourMailText(mail);
    for (const text of [subject, body]) {
      expect(unknownField(text, Object.keys(mailWords[mail].fields)), mail).toBeNull();
      expect(unusableLink(text), mail).toBeNull();
    }
  }
  const mail = composeWorded({ academyName: 'ICTAK' }, 'reset', { name: 'Asha' }, fixed);
  expect(wordsOf(mail)).toBe('Hello Asha,\n\nYou asked for a new password.');
  expect(mail.subject).toBe('Choose a new password for the student portal');
});

it('the Markdown of the office is HTML, and plain text beside it', () => {
  const mail = compose(
    'Dear **{name}**,\ngood *luck*.\n\n- One\n- [Two](https://a.test/x)\n  1. Deep\n\nWrite to <office@a.test> or https://a.test/y',
  );
  expect(wordsOf(mail)).toBe(
    'Dear Asha,\ngood luck.\n\n- One\n- Two (https://a.test/x)\n  1. Deep\n\nWrite to office@a.test or https://a.test/y',
  );
  expect(htmlOf(mail)).toBe(
    [
      '<p>Dear <strong>Asha</strong>,<br>\ngood <em>luck</em>.</p>',
      '<ul>\n<li>One</li>\n<li><a href="https://a.test/x">Two</a><ol start="1">\n<li>Deep</li>\n</ol>\n</li>\n</ul>',
      '<p>Write to <a href="mailto:office@a.test">office@a.test</a> or <a href="https://a.test/y">https://a.test/y</a></p>',
    ].join('\n'),
  );
});

it.each([
  '[x](http://evil.test)',
  '**a** _b_',
  '{name} {academy} {code}',
  '<img src=x onerror=alert(1)>',
  'http://evil.test/x',
  '<http://evil.test>',
  '&lt;b&gt; &#106;',
  '\\*\\{name\\}',
  '- list',
  '$& $1 $`',
  'constructor __proto__',
])('the value %j is text in the subject, in HTML and in plain text', (value) => {
  const mail = compose('Hello {name}, [read {name}](https://a.test)', value);
  const escaped = value
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
  expect(mail.subject).toBe(`Hello ${value}`);
  expect(wordsOf(mail)).toBe(`Hello ${value}, read ${value} (https://a.test)`);
  expect(htmlOf(mail)).toBe(`<p>Hello ${escaped}, <a href="https://a.test">read ${escaped}</a></p>`);
});

it('a value adds no line to subject or body', () => {
  const value = 'Asha\r\nBcc: all@x.test\u2028\n\n- item';
  const mail = compose('Hello {name}', value);
  expect(mail.subject).toBe('Hello Asha Bcc: all@x.test - item');
  expect(wordsOf(mail)).toBe('Hello Asha Bcc: all@x.test - item');
});

it('an empty value takes the blank before it along, and no paragraph stays empty', () => {
  expect(wordsOf(compose('Hello {name},\n\n{name}\n\nBye {name}', ''))).toBe('Hello,\n\nBye');
  expect(compose('{name} Welcome', '').subject).toBe('Hello');
  expect(wordsOf(compose('{name} Welcome', ''))).toBe('Welcome');
  expect(compose('x', '', '{name}').subject, 'ours in place of none').toBe(
    'Choose a new password for the student portal',
  );
});

it('a long value does not make a long subject', () => {
  expect(compose('x', 'a b '.repeat(300)).subject.length).toBeLessThanOrEqual(200);
});

it.each(['x', '{name}', '# x', '```', '<!--', '[', '![', '</table></td>', '- ', '\\', '{other}'])(
  'with the words %j the link, the note and the last lines are in both parts',
  (body) => {
    const { text, html } = compose(body);
    for (const part of [fixed.note, fixed.closing, 'ICTAK student portal.', 'asha@example.test']) {
      expect(text).toContain(part);
      expect(html).toContain(part);
    }
    expect(text).toContain(`Choose a new password: ${href}\nUnsubscribe: ${fixed.unsubscribe.href}`);
    expect(html).toContain(`href="${href}"`);
    expect(html).toContain(`href="${fixed.unsubscribe.href}"`);
    expect(html).not.toMatch(/<!--|<\/table><\/td><\/p>/);
  },
);

it.each([
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'data:text/html,x',
  '/account',
  '//evil.test',
  'account',
  '#x',
  'tel:123',
  'ftp://a.test',
  'mailto:',
  'mailto:nobody',
  'https://',
  'https://a.test/{name}',
  'https://{name}.test/',
  'mailto:{name}@a.test',
])('a link to %s is found, and no such address is written', (address) => {
  const body = `See [this](${address}).`;
  expect(unusableLink(body)).not.toBeNull();
  expect(htmlOf(compose(body))).not.toContain('href');
});

it.each(['https://a.test/x?a=1&b=2', 'http://a.test', 'mailto:office@a.test', 'HTTPS://A.test'])(
  'a link to %s can be used',
  (address) => {
    expect(unusableLink(`See [this](${address}) and <${address}>.`)).toBeNull();
    expect(htmlOf(compose(`[this](${address})`))).toContain('href=');
  },
);

it('HTML, pictures, headings and tables stay text', () => {
  const body = '<b>x</b> ![p](https://a.test/p.png)\n\n# Head\n\n| a |\n|---|';
  const html = htmlOf(compose(body));
  expect(html).not.toMatch(/<(b|img|h1|table)[ >]/);
  expect(html).toContain('# Head');
});

it('letters of every script are as typed', () => {
  const body = 'നമസ്കാരം {name} हिन्दी العربية 👩🏽‍🎓';
  expect(wordsOf(compose(body, 'ആശ'))).toBe(body.replace('{name}', 'ആശ'));
});

it('unknown fields are named', () => {
  const fields = (mail: MailName) => Object.keys(mailWords[mail].fields);
  for (const [text, field] of [
    ['Hello {nmae}', '{nmae}'],
    ['Hello {Name}', '{Name}'],
    ['Hello { name }', '{ name }'],
    ['Hello {}', '{}'],
    ['Hello {na\nme}', '{na\nme}'],
    ['{name} {task}', '{task}'],
    ['{constructor}', '{constructor}'],
  ] as const)
    expect(unknownField(text, fields('reset'))).toBe(field);
});
