import { expect, test } from 'vitest';
import { withAsciiDigits, withDecimalPoint } from './digits.ts';

test.each([
  'hi',
  'ml-u-nu-mlym',
  'ta-u-nu-tamldec',
  'te-u-nu-telu',
  'kn-u-nu-knda',
  'bn-u-nu-beng',
  'gu-u-nu-gujr',
  'pa-u-nu-guru',
  'or-u-nu-orya',
  'mr-u-nu-deva',
  'ar-u-nu-arab',
  'fa-u-nu-arabext',
  'en-u-nu-fullwide',
  'en-u-nu-mathmono',
  'en-u-nu-mathbold',
])('digits as %s writes them', (locale) => {
  const written = new Intl.NumberFormat(locale, { useGrouping: false }).format(9_876_543_210);
  expect(withAsciiDigits(written)).toBe('9876543210');
});

test('every decimal digit of Unicode is read, and nothing else changes', () => {
  for (let point = 0; point <= 0x10ffff; point += 1) {
    const written = String.fromCodePoint(point);
    const read = withAsciiDigits(written);
    if (/\p{Nd}/u.test(written)) expect(read).toMatch(/^[0-9]$/);
    else if (read !== written) expect(read).toBe(written);
  }
});

test.each(['', 'abc 123', '½ ² ① Ⅳ', 'नमस्ते', '👩‍💻'])('%j stays', (text) => {
  expect(withAsciiDigits(text)).toBe(text);
});

test('a long text of digits takes no time that grows with its square', () => {
  expect(withAsciiDigits('\u{1D7FF}'.repeat(100_000))).toBe('9'.repeat(100_000));
});

test.each([
  ['7,5', '7.5'],
  ['72,25', '72.25'],
  ['7.5', '7.5'],
  ['1,000', '1,000'],
  ['1,0005', '1.0005'],
])('the comma of %j', (typed, read) => {
  expect(withDecimalPoint(typed)).toBe(read);
});
