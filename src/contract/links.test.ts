import { expect, onTestFinished, test, vi } from 'vitest';
import { findLinks } from './links.ts';

const linksOf = (text: string) => findLinks(text, 50).map(({ href }) => href);

test.each([
  ['see https://a.test/x and http://b.test', ['https://a.test/x', 'http://b.test']],
  ['HTTPS://A.TEST/X', ['HTTPS://A.TEST/X']],
  ['At https://a.test/x.', ['https://a.test/x']],
  ['(https://a.test/x)', ['https://a.test/x']],
  ['(see https://a.test/x_(y))', ['https://a.test/x_(y)']],
  ['[https://a.test/x], {https://a.test/y}', ['https://a.test/x', 'https://a.test/y']],
  ['https://a.test/x_(y)', ['https://a.test/x_(y)']],
  ['**https://a.test/x**', ['https://a.test/x']],
  ['"https://a.test/x"', ['https://a.test/x']],
  ['“https://a.test/x” and ‘https://a.test/y’', ['https://a.test/x', 'https://a.test/y']],
  [
    '„https://a.test/x“ «https://a.test/y» ‹https://a.test/z›',
    ['https://a.test/x', 'https://a.test/y', 'https://a.test/z'],
  ],
  ['「https://a.test/x」、https://a.test/y。', ['https://a.test/x', 'https://a.test/y']],
  ['https://a.test/x… and https://a.test/y...', ['https://a.test/x', 'https://a.test/y']],
  ['https://a.test/x…more', ['https://a.test/x']],
  [
    '″https://a.test/x″ ＂https://a.test/y＂ https://a.test/z⋯',
    ['https://a.test/x', 'https://a.test/y', 'https://a.test/z'],
  ],
  ['देखें https://a.test/x।', ['https://a.test/x']],
  ['<https://a.test/x>', ['https://a.test/x']],
  ['https://a.test/x|https://a.test/y', ['https://a.test/x', 'https://a.test/y']],
  ['https://a.test/x\u200Bmore \u202Ahttps://a.test/y\u202C', ['https://a.test/x', 'https://a.test/y']],
  ['കാണുക:https://ml.a.test/കേരളം/ന്‍ന', ['https://ml.a.test/കേരളം/ന്‍ന']],
  ['https://a.test/x?a=1&b=2!', ['https://a.test/x?a=1&b=2']],
  ['https://a.test/–—/é', ['https://a.test/–—/é']],
])('%j links %j', (text, links) => {
  expect(linksOf(text)).toEqual(links);
  for (const { start, end, href } of findLinks(text, 50)) expect(text.slice(start, end)).toBe(href);
});

test.each([
  'javascript:alert(1)',
  'ftp://a.test',
  'mailto:a@b.c',
  'www.a.test',
  'https://',
  'https://…',
  '//a.test',
  'xhttp://a.test',
])('%j stays text', (text) => expect(linksOf(text)).toEqual([]));

test('so many are looked at, also those that are none', () => {
  expect(findLinks('http://a/ '.repeat(100), 50)).toHaveLength(50);
  expect(findLinks(`${'http://[ '.repeat(50)}http://a.test/`, 50)).toEqual([]);
});

// Work that grows with the square of the length would take minutes.
test.each([
  'http://a.test/)',
  'xhttp://a.b/',
  'http://',
  'http://a.test/(',
  '(((',
  'http://a…',
  '𝒳http://a.b/ ',
])('the time for many of %j grows as their number does', (part) => {
  const text = part.repeat(400_000 / part.length);
  expect(findLinks(text, 50).length).toBeLessThanOrEqual(50);
  expect(findLinks(`http://a.test/${text}`, 50).length).toBeGreaterThan(0);
});

test('links in browsers without URL.canParse', () => {
  onTestFinished(() => void vi.unstubAllGlobals());
  vi.stubGlobal(
    'URL',
    class extends URL {
      static override readonly canParse = undefined as never;
    },
  );
  expect(linksOf('see https://a.test/x and https://[')).toEqual(['https://a.test/x']);
});
