import { expect, test } from 'vitest';
import { hasUnseen, isSeen, trimUnseen, withoutUnseen } from './unseen.ts';

test.each([
  '\u3164',
  '\uFFA0',
  '\u115F\u1160',
  '\u2800 \u2800',
  '\u200B\uFEFF\u2060',
  '\u034F',
  '\u200D\u200C',
  '\u{E0041}',
  '\uFE0F',
  ' \u00A0\u3000\n',
  '\u{1D159}',
  '\uFFFC',
  '',
])('%j shows nothing', (text) => {
  expect(isSeen(text)).toBe(false);
  expect(trimUnseen(text)).toBe('');
});

test.each(['Asha', 'നന്‌ദന', 'അവന്‍', 'ക്‍ഷേമ', 'می‌خواهم', '❤️', '👩‍💻', '👍🏽', '.', 'x'])(
  '%s is seen whole',
  (text) => {
    expect(hasUnseen(text)).toBe(false);
    expect(isSeen(text)).toBe(true);
    expect(trimUnseen(` \u200B${text}\u3164\u00A0`)).toBe(text);
  },
);

test.each([
  'Asha\u3164',
  'A\u200Csha',
  'Asha\u200D',
  'As\u00ADha',
  'Asha\uFE0F',
  '\u202EAsha',
  'Asha\uD800',
  'Ash\u034Fa',
])('%j holds what is not seen', (text) => {
  expect(hasUnseen(text)).toBe(true);
  expect(withoutUnseen(text)).toBe('Asha');
});

test('very long texts of nothing take no time that grows with their square', () => {
  const nothing = '\u3164\u200D '.repeat(100_000);
  expect(trimUnseen(nothing)).toHaveLength(0);
  expect(trimUnseen(`a${nothing}`)).toHaveLength(1);
  expect(isSeen(nothing)).toBe(false);
});
