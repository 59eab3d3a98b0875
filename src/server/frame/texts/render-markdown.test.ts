import fc from 'fast-check';
import { expect, it } from 'vitest';
import '#support/same-draws';
import { costOf } from '#support/thread-time';
import { renderMarkdown } from './render-markdown.ts';

const render = (source: string) => renderMarkdown(source, 'Terms');

it('writes headings, lists, emphasis and links', async () => {
  expect(await render('# Ours\n\nRead *this*, then [Privacy](/privacy).\n\n- One\n- Two')).toBe(
    '<h1>Ours</h1>\n<p>Read <em>this</em>, then <a href="/privacy">Privacy</a>.</p>\n<ul>\n<li>One</li>\n<li>Two</li>\n</ul>\n',
  );
  expect(await render('# A\n[Us](https://a.example/?x=1&y=2) or <office@a.example>')).toContain(
    '<a href="https://a.example/?x=1&amp;y=2" rel="noopener noreferrer">Us</a> or <a href="mailto:office@a.example" rel="noopener noreferrer">',
  );
  expect(await render('# A\nSee https://a.example/ and a.example')).toContain(
    'See <a href="https://a.example/" rel="noopener noreferrer">https://a.example/</a> and a.example',
  );
});

it('takes no longer than in proportion to find addresses, wherever they stand', async () => {
  for (const piece of ['xhttp://a.b/', '𝒳http://a.b/', 'https://', '*http://a* ', 'a@b.c ']) {
    const source = piece.repeat(10_000 / piece.length);
    expect(await costOf(() => render(source), 50), piece).toBeLessThanOrEqual(50);
  }
});

it('has one heading of the first order', async () => {
  expect(await render('First words')).toBe('<h1>Terms</h1>\n<p>First words</p>\n');
  expect(await render('# Ours\n\n# Second')).toBe('<h1>Ours</h1>\n<h2>Second</h2>\n');
  expect(await render('Words\n\n# Later')).toBe('<h1>Terms</h1>\n<p>Words</p>\n<h2>Later</h2>\n');
  expect(await renderMarkdown('Words', '<b>')).toContain('<h1>&lt;b&gt;</h1>');
});

/** Everything that may stand between angle brackets in what we write. */
const ours =
  /<\/?(?:h[1-6]|p|em|strong|s|ul|ol|li|blockquote|pre|code|hr|br|table|thead|tbody|tr|th|td|a)(?: (?:href="[^"<>]*"|rel="noopener noreferrer"|title="[^"<>]*"|start="\d+"|class="language-[^"<>]*"|style="text-align:(?:left|right|center)"))*>/gi;

/** Only elements of ours, and links only to where a browser does no harm by going. */
function expectHarmless(html: string): void {
  expect(html.replace(ours, '')).not.toMatch(/[<>]/);
  for (const [, address = ''] of html.matchAll(/href="([^"]*)"/g)) {
    expect(address).not.toMatch(/&(?!amp;|quot;|lt;|gt;)/);
    expect(new URL(address.replaceAll('&amp;', '&'), 'https://portal.test').protocol).toMatch(
      /^(?:https?|mailto|tel):$/,
    );
  }
}

it.each([
  '<script>harm()</script>',
  '<img src=x onerror=harm()>',
  'Words <b onclick="harm()">bold</b>',
  '<!-- --><iframe srcdoc="<script>harm()</script>">',
  '</article><script>harm()</script>',
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
  '[a](data:image/svg+xml;base64,AAAA)',
  '[a](data:image/png;base64,AAAA)',
  '[a](blob:https://portal.test/1)',
  '<custom:harm>',
  '[a](file:///etc/passwd)',
  '[a](https://ok.example "x\\" onmouseover=harm() \\"")',
  '![a](https://elsewhere.example/pixel.png)',
  '![a](data:image/png;base64,AAAA)',
  '![<b>a</b>](https://elsewhere.example/pixel.png "t")',
  '[![a](https://elsewhere.example/p.png)](https://ok.example)',
  '```"><script>harm()</script>\nx\n```',
  '<a href="javascript:harm()">a</a>',
])('lets no element or address of its own through: %s', async (source) => {
  expectHarmless(await render(source));
});

it('says what a picture would have shown', async () => {
  expect(await render('![The <office>](https://elsewhere.example/o.png)')).toContain(
    '<p>The &lt;office&gt;</p>',
  );
});

it('whatever is put together, only our own elements come out', async () => {
  const pieces =
    '< > " \' & [ ] ( ) ! ` * _ # | \\ : / a - 1. ![ ]( <!-- [a]: javascript: data:text/html, &#106; <script> href=" https://a.example'
      .split(' ')
      .concat('\n', ' ', '\t', '\u0000', '---\n', '<img src=x onerror=1>');
  const source = fc.array(fc.constantFrom(...pieces), { maxLength: 40 }).map((parts) => parts.join(''));
  await fc.assert(
    fc.asyncProperty(source, async (text) => expectHarmless(await render(text))),
    { numRuns: 1500 },
  );
});
