import { describe, expect, test } from 'vitest';
import { cutText, normalizePassword, normalizeText } from './normalize-text.ts';

const forms = ['NFC', 'NFD', 'NFKC', 'NFKD'] as const;

describe('normalizing', () => {
  test.each([
    'plain words',
    'Zoe\u0308 Ãngström ﬁ ２',
    'കാവ്യ മാധവൻ, ഉപ്പേരി',
    'क़लम ख़बर',
    '각각 ᄀᆞᆨ',
    'がｶﾞ ﾊﾟ',
    'Z̴̡̛̥͎̪̫͍a̷̢̛͇̘l̸̢̛g̵̨̛o',
    '👩🏽‍💻 \u{1D15E}',
    '\ud800 unpaired',
    '',
  ])('is as Unicode has it where no run of marks is long: %s', (text) => {
    for (const form of forms) expect(normalizeText(text, form)).toBe(text.normalize(form));
  });

  test.each([
    ['two classes', '\u0315', '\u0316'],
    ['marks beyond the first plane', '\u{1D165}', '\u{1D17B}'],
    ['halfwidth sounds', '\uFF9E', '\u0316'],
    ['vowel signs', '\u0D3E', '\u0D4D'],
  ])('keeps thirty marks of a run: %s', (_, one, other) => {
    const marks = (count: number) => (one + other).repeat(count / 2);
    for (const form of forms) {
      expect(normalizeText(`a${marks(30)} b${marks(30)}`, form)).toBe(
        `a${marks(30)} b${marks(30)}`.normalize(form),
      );
      expect(normalizeText(`a${marks(31 * 2)}b${marks(20_000)}c`, form)).toBe(
        `a${marks(30)}b${marks(30)}c`.normalize(form),
      );
    }
  });

  test('reads a beginning only', () => {
    expect(normalizeText('cafe\u0301s and more', 'NFC', 6)).toBe('cafés');
    expect(cutText('a\u{1D15E}b', 2)).toBe('a');
    expect(cutText('a\u{1D15E}b', 3)).toBe('a\u{1D15E}');
    expect(cutText('', 3)).toBe('');
  });

  test('a password has all its marks, so that stored hashes fit', () => {
    const longest = `a${'\u0315\u0316'.repeat(99)}b`;
    expect(normalizePassword(longest)).toBe(longest.normalize('NFKC'));
    const tooLong = `${longest}${'\u0315\u0316'.repeat(50_000)}`;
    expect(normalizePassword(tooLong)).toBe(normalizeText(tooLong, 'NFKC'));
  });
});
