import { describe, expect, test } from 'vitest';
import { isPersonName, shownName } from './person-name.ts';
import { hasUnseen } from '../unseen.ts';

describe('names that people have', () => {
  test.each([
    'Asha Kumari',
    'K. S. Chithra',
    'J.R.R. Tolkien',
    "Siobhán O'Néill-Çelik, Jr.",
    'Anu (MERN)',
    'മോഹൻലാൽ',
    // Joiners inside a word, as Malayalam is written.
    'നന്‌ദന ക്‍ഷേമ',
    'عائشة',
    '李小龍',
    '<script>alert(1)</script>',
  ])('%s', (name) => {
    expect(isPersonName(name)).toBe(true);
    expect(shownName(name)).toBe(name);
  });
});

describe('what is no name, and what is shown of it where it was stored before', () => {
  test.each([
    ['a line break', 'there,\n\nYour account closes today', 'there, Your account closes today'],
    ['a line separator', 'Asha\u2028Kumari', 'Asha Kumari'],
    ['a terminal escape', 'Asha\u001B[31m', 'Asha[31m'],
    ['a control character of the second block', 'Asha\u009B31m', 'Asha31m'],
    ['a text that runs backwards', 'Asha \u202Egpj.exe', 'Asha gpj.exe'],
    ['an isolate', 'Asha \u2066x\u2069', 'Asha x'],
    ['a byte order mark', '\uFEFFAsha', 'Asha'],
    ['an unpaired surrogate', 'Asha\uD800', 'Asha'],
    ['a web address', 'Asha https://evil.test/keep?me=1 now', 'Asha now'],
    ['one in capitals', 'Asha HTTP://EVIL.TEST', 'Asha'],
    ['one in wide letters', 'Asha ｈｔｔｐ：／／evil.test', 'Asha'],
    ['one without its scheme', 'Asha (www.evil.test)', 'Asha'],
    ['one that a removed character had parted', 'Asha ht\u200Btps://evil.test', 'Asha'],
    ['an e-mail address', 'write to mallory@evil.test please', 'write to please'],
    ['an address to write to', 'Asha mailto:x', 'Asha'],
    ['nothing but signs', '-- ++ --', '-- ++ --'],
    ['nothing but joiners', '\u200D\u200C', '(no name)'],
    ['a filler behind', 'Anjali Menon\u3164', 'Anjali Menon'],
    ['nothing but a filler', '\u3164', '(no name)'],
    ['empty Braille', 'Anjali\u2800Menon', 'AnjaliMenon'],
    ['a joiner where none joins', 'Anjali\u200D Menon', 'Anjali Menon'],
    ['nothing but an address', 'www.evil.test', '(no name)'],
  ])('%s', (_, name, shown) => {
    expect(isPersonName(name)).toBe(false);
    expect(shownName(name)).toBe(shown);
    expect(hasUnseen(shown)).toBe(false);
  });
});

test('a long name takes no time that grows with the square of its length', () => {
  for (const part of ['a', 'a.', 'www', '@', ':', '. ', 'http:/']) {
    const name = part.repeat(50_000);
    isPersonName(name);
    shownName(name);
  }
});
