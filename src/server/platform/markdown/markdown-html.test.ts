import { createRequire } from 'node:module';
import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { expect, it, onTestFinished } from 'vitest';
import '#support/same-draws';
import { costOf, threadTimeOf } from '#support/thread-time';
import { firstLine, plainTextOf } from '#contract/excerpt';
import { makeMarkdown, markdownVersion } from '#contract/small-markdown';
import { closeRenderer, htmlForRow, markdownHtml, renderAhead } from './markdown-html.ts';

const require = createRequire(import.meta.url);

const link = (address: string, text = address) =>
  `<a href="${address}" target="_blank" rel="noopener noreferrer">${text}</a>`;

it.each([
  ['Good *work*, **really**', '<p>Good <em>work</em>, <strong>really</strong></p>\n'],
  ['- One\n- Two', '<ul>\n<li>One</li>\n<li>Two</li>\n</ul>\n'],
  ['1. One\n2. Two', '<ol>\n<li>One</li>\n<li>Two</li>\n</ol>\n'],
  ['Use `npm ci`', '<p>Use <code>npm ci</code></p>\n'],
  ['```\nif (a < b) {}\n```', '<pre><code>if (a &lt; b) {}\n</code></pre>\n'],
  ['```js\na < b\n```', '<pre><code data-language="javascript">a &lt; b\n</code></pre>\n'],
  ['~~~ Python 3\npass\n~~~', '<pre><code data-language="python">pass\n</code></pre>\n'],
  ['```brainfuck\n+\n```', '<pre><code>+\n</code></pre>\n'],
  ['```constructor\n+\n```', '<pre><code>+\n</code></pre>\n'],
  ['See [this](https://a.test/x)', `<p>See ${link('https://a.test/x', 'this')}</p>\n`],
  ['*See* https://a.test/x.', `<p><em>See</em> ${link('https://a.test/x')}.</p>\n`],
  ['*Two*\nlines', '<p><em>Two</em><br>\nlines</p>\n'],
])('%j is written as %j', (text, html) => expect(markdownHtml(text)).toBe(html));

it.each([
  'Plain words.',
  'Two\nlines',
  'One paragraph\n\nand another',
  'snake_case_name and 2 * 3 * 4 = 24',
  '# no heading',
  '> no quote',
  '    no block of code',
  '---',
  '~~not struck~~',
  '| a | b |\n|---|---|',
  '<b>no HTML</b> &amp; &lt;',
  'https://a.test/x is a link anyway',
  '',
])('%j shows as it was typed', (text) => expect(markdownHtml(text)).toBeNull());

it('stays text where a link would lead anywhere but to a web page, and shows no picture', () => {
  for (const address of [
    '/account',
    '//e.test',
    'mailto:a@b.test',
    'ftp://a.test',
    '#x',
    'a.test',
    'https://',
  ])
    expect(markdownHtml(`*x* [a](${address})`), address).not.toContain('<a');
  expect(markdownHtml('![a](https://e.test/pixel.png)')).not.toContain('<img');
});

/** Everything that may stand between angle brackets in what we write. */
const ours =
  /<\/?(?:p|em|strong|ul|li|pre|code|br|ol(?: start="\d+")?|code data-language="[a-z]+"|a(?: href="https?:\/\/[^"<>\s]*" target="_blank" rel="noopener noreferrer")?)>/gi;

function expectHarmless(text: string): void {
  const rest = (markdownHtml(text) ?? '').replace(ours, '');
  expect(rest, text).not.toMatch(/[<>]|&(?!(?:amp|lt|gt|quot);)/);
}

it.each([
  '<script>harm()</script>',
  '*a* <img src=x onerror=harm()>',
  '*a* <b onclick="harm()">bold</b>',
  '*a* <!-- --><iframe srcdoc="<script>harm()</script>">',
  '[a](javascript:harm())',
  '[a](JaVaScRiPt:harm())',
  '[a](&#106;avascript:harm())',
  '[a](java&#x0A;script:harm())',
  '[a](<java\tscript:harm()>)',
  '[a](\u0001javascript:harm())',
  '<javascript:harm()>',
  '[a]: javascript:harm()\n\n[a]',
  '[a](data:text/html,<script>harm()</script>)',
  '[a](vbscript:harm)',
  '[a](blob:https://portal.test/1)',
  '[a](https://ok.example "x\\" onmouseover=harm() \\"")',
  '[a](https://ok.example/"onmouseover="harm())',
  '[]()',
  '![<b>a</b>](https://elsewhere.example/pixel.png "t")',
  '[![a](https://elsewhere.example/p.png)](https://ok.example)',
  '```"><script>harm()</script>\nx\n```',
  '`<script>harm()</script>`',
  'https://a.test/"><script>harm()</script> *a*',
])('lets no element or address of its own through: %s', (text) => expectHarmless(text));

it('whatever is put together, only our own elements come out', () => {
  const pieces =
    '< > " \' & [ ] ( ) ! ` * _ # | \\ : / a - 1. ![ ]( <!-- [a]: javascript: data:text/html, &#106; <script> href=" https://a.example'
      .split(' ')
      .concat('\n', ' ', '\t', '\u0000', '```\n', '```js\n', '<img src=x onerror=1>');
  const text = fc.array(fc.constantFrom(...pieces), { maxLength: 40 }).map((parts) => parts.join(''));
  fc.assert(fc.property(text, expectHarmless), { numRuns: 1_500 });
});

it('what is quoted of a text has no signs of Markdown', () => {
  const quoted = (text: string) => firstLine(plainTextOf(text, markdownHtml(text)));
  expect(quoted('**Good** start, see [this](https://a.test) & `a < b`\n\n- one')).toBe(
    'Good start, see this & a < b',
  );
  expect(quoted('- *One*\n- Two')).toBe('• One');
  expect(quoted('*a* "b" &lt;')).toBe('a "b" &lt;');
  expect(quoted('2 * 3 * 4')).toBe('2 * 3 * 4');
  expect(plainTextOf('**kept**', null)).toBe('**kept**');
});

/** Texts of so many characters that make what reads Markdown look at the same ones again and again, if anything does. */
const hard = (length: number) =>
  [
    '[',
    '![',
    '(',
    '[a](',
    '[a](<',
    '[a](https://a.test "',
    '`',
    '`a``',
    '*',
    '**a ',
    '*a **b ',
    '_a__',
    '\\',
    '<',
    '&',
    '> ',
    '- ',
    '1. ',
    '- \n',
    '```\n',
    '~~~',
    'https://',
    'https://a.test/(',
    'xhttp://a.b/',
    '𝒳http://a.b/',
    '*http://a* ',
    '[a]: ',
    '[[a]](',
    '*[a](https://a.test)',
    '\n\n',
    ' ',
    '\t- ',
  ].map((piece) => piece.repeat(length / piece.length));

it(
  'takes no longer than in proportion, whatever a text of the longest kind repeats',
  { tags: 'full' },
  async () => {
    for (const text of hard(10_000))
      expect(await costOf(() => htmlForRow(text), 50), text.slice(0, 20)).toBeLessThanOrEqual(50);
  },
);

it('nests no deeper than twelve, so that no page is drawn for ever', () => {
  const depth = (html: string | null) => {
    let [now, most] = [0, 0];
    for (const [tag] of (html ?? '').matchAll(/<\/?(?:ul|ol|em|strong)\b/g)) {
      now += tag.startsWith('</') ? -1 : 1;
      most = Math.max(most, now);
    }
    return most;
  };
  expect(depth(markdownHtml('- a\n  - b'))).toBe(2);
  for (const text of [
    ...hard(10_000),
    Array.from({ length: 70 }, (_, level) => `${'  '.repeat(level)}- x`).join('\n'),
    `${'*a **b '.repeat(100)}${'** *'.repeat(100)}`,
  ])
    expect(depth(markdownHtml(text)), text.slice(0, 20)).toBeLessThanOrEqual(24);
});

it('texts that are long together are rendered beside the serving thread', async () => {
  const texts = Array.from({ length: 8 }, (_, n) => `${n}\n${'- *a*\n'.repeat(1_600)}`);
  onTestFinished(closeRenderer);
  // The first work starts the thread, which costs this one something once.
  await renderAhead([`first\n${'- *a*\n'.repeat(1_700)}`]);
  const beside = await threadTimeOf(() => renderAhead(texts));
  let shown: (string | null)[] = [];
  const taken = await threadTimeOf(() => (shown = texts.map((text) => markdownHtml(text))));
  const makeNow = makeMarkdown(require('markdown-it'));
  let rendered: (string | null)[] = [];
  const here = await threadTimeOf(() => (rendered = texts.map((text) => makeNow(text))));
  expect(shown).toEqual(rendered);
  expect(Math.max(beside, taken) / here, 'a part of what it costs on this thread').toBeLessThan(0.5);
});

it('HTML in a row counts for its text and this version alone', () => {
  const kept = htmlForRow('*a*');
  expect(markdownHtml('*a*', null, kept.replace('<em>a', '<em>kept'))).toBe('<p><em>kept</em></p>\n');
  expect(markdownHtml('*b*', null, kept)).toBe('<p><em>b</em></p>\n');
  expect(markdownHtml('*a*', null, `9${kept.replace('<em>a', '<em>kept')}`)).toBe('<p><em>a</em></p>\n');
  expect(markdownHtml('plain', null, htmlForRow('plain'))).toBeNull();
});

it('what is written is what this version writes: with another, raise `markdownVersion`', () => {
  const text = hard(200).join('\n\n');
  expect([markdownVersion, crc32(makeMarkdown(require('markdown-it'))(text))]).toEqual([1, 1_108_394_802]);
});
