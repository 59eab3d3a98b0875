import fc from 'fast-check';
import { expect, it, test } from 'vitest';
import '#support/same-draws';
import { htmlOfText, textOfHtml } from './feedback-html.ts';

test.each([
  ['<p dir="ltr" style="text-align:left">Good &amp; clear.</p>', 'Good & clear.'],
  ['<p>One<br></p><p>Two<br><br></p>', 'One\n\nTwo\n'],
  ['<p>One<br>two</p>\n<p>Three</p>', 'One\ntwo\n\nThree'],
  ['<ul>\n <li>a</li>\n <li><b>b</b></li>\n</ul>After', '- a\n- b\n\nAfter'],
  ['See <a href="https://x.test/?a=1&amp;b=2">here</a>.', 'See here (https://x.test/?a=1&b=2).'],
  ['<a href="https://x.test">https://x.test</a>', 'https://x.test'],
  ['<div><div>a</div></div><style>p { }</style>', 'a'],
  ['<p>a<!--[if mso]> b<![endif]--></p>', 'a b'],
  ['<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>', 'a b\nc'],
  ['List&lt;String&gt; &#2344;&#x2019;', 'List<String> न’'],
  // Text that only looks like markup.
  ['a < b and c > d', 'a < b and c > d'],
  ['if (a<b) return List<String>', 'if (a<b) return List<String>'],
  ['Tom & Jerry &co; &', 'Tom & Jerry &co; &'],
  ['two\nlines', 'two\nlines'],
])('%j is %j', (html, text) => expect(textOfHtml(html)).toBe(text));

it('what is written for Moodle has paragraphs, line ends and no markup of its own', () => {
  expect(htmlOfText('Good & <b>clear</b>\n- a\n\nNext')).toBe(
    '<p>Good &amp; &lt;b&gt;clear&lt;/b&gt;<br>- a</p><p>Next</p>',
  );
});

it('reads back what it has written', () => {
  const text = fc.string({
    unit: fc.constantFrom('a', ' ', '\n', '<', '>', '&', '"', '\u00A0', '\t', 'é', 'p'),
  });
  fc.assert(
    fc.property(text, (written) => {
      const plain = written.trim();
      expect(textOfHtml(htmlOfText(plain))).toBe(plain);
    }),
    { numRuns: 1_000 },
  );
});
