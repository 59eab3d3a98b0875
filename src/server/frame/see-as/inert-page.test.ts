import { expect, test } from 'vitest';
import { makeInert } from './inert-page.ts';

const nowhere = () => null;
const below = (href: string) => (href.startsWith('/viva') ? `/as${href}` : null);

test.each([
  ['a form', '<form method="post" action="/viva" class="f"><p>x</p></form>', '<div class="f"><p>x</p></div>'],
  ['a button', '<p>a<button type="submit" class="b"><span>Send</span></button>b</p>', '<p>ab</p>'],
  [
    'a button that shows something',
    '<button type="button" data-readable="" title="t">2 days</button>',
    '<span data-readable="" title="t">2 days</span>',
  ],
  ['a button that submits another form', '<button form="f" formaction="/x">Go</button>', ''],
  ['a hidden field', '<input type="hidden" name="Idempotency-Key" value="k"/>', ''],
  [
    'fields that are buttons',
    '<input type="submit" value="Go"/><input type="image" src="/x"/><input type="file" name="files"/>',
    '',
  ],
  [
    'fields',
    '<input type="text" name="a"/><select form="f"><option>1</option></select>',
    '<input type="text" name="a" disabled=""><select disabled=""><option>1</option></select>',
  ],
  [
    'a text with markup',
    '<textarea>&lt;form&gt;</textarea>',
    '<textarea disabled="">&lt;form&gt;</textarea>',
  ],
  ['a script', '<p>a</p><script nonce="n">if (1 < 2) { "<p>" }</script><p>b</p>', '<p>a</p><p>b</p>'],
  ['a script without an end', '<p>a</p><script>alert(1)', '<p>a</p>'],
  [
    'what scripts load',
    '<link rel="modulepreload" href="/a.js"/><link rel="stylesheet" href="/a.css"/>',
    '<link rel="stylesheet" href="/a.css">',
  ],
  ['upper case', '<FORM ACTION="/x"><BUTTON>Go</BUTTON></FORM>', '<div></div>'],
  ['a `>` in an attribute', '<form data-a="a > b" method="post">x</form>', '<div data-a="a > b">x</div>'],
])('%s', (_, html, inert) => {
  expect(makeInert(html, nowhere)).toBe(inert);
});

test('links stay below the address, or are text', () => {
  const html =
    '<a class="c" href="/viva?a=1&amp;b=2">Viva</a> <a href="/account" class="c" id="i"><b>You</b></a>.';
  expect(makeInert(html, below)).toBe(
    '<a href="/as/viva?a=1&amp;b=2" class="c">Viva</a> <span id="i"><b>You</b></span>.',
  );
  expect(makeInert('<a id="x">x</a>', below), 'without an address').toBe('<a id="x">x</a>');
  expect(makeInert('<a href="/viva&quot;&#x27;">x</a>', below)).toBe('<a href="/as/viva&quot;&#x27;">x</a>');
});

test('a long page takes time that grows with it', () => {
  const page = '<a href="/viva" title="a > b">x</a> "quoted" text <button>b</button>'.repeat(20_000);
  expect(makeInert(page, below)).toHaveLength(
    20_000 * '<a href="/as/viva" title="a > b">x</a> "quoted" text '.length,
  );
});
