import { expect, test } from 'vitest';
import { decodeText, encodingOf, showHidden } from './decode-text.ts';

test.each([
  ['plain', Buffer.from('a line\nand another\t\x1b[1m'), 'utf-8'],
  ['Malayalam', Buffer.from('എന്റെ'), 'utf-8'],
  ['UTF-8 that is cut within a character', Buffer.from('എന്റെ').subarray(0, 4), 'utf-8'],
  ['UTF-16 with its mark', Buffer.from('\ufeffabc', 'utf16le'), 'utf-16le'],
  ['UTF-16, the other way', Buffer.from('\ufeffabc', 'utf16le').swap16(), 'utf-16be'],
  ['Latin', Buffer.from('un café crème, s il vous plaît', 'latin1'), 'windows-1252'],
  ['bytes', Buffer.from([0, 1, 2, 3]), null],
  ['high bytes without a sense', Buffer.alloc(50, 0xfe), null],
  ['a program', Buffer.from('\x7fELF\x02\x01\x01\0\0'), null],
] as const)('%s', (_, bytes, encoding) => {
  expect(encodingOf(bytes)).toBe(encoding);
});

test('a text is decoded by its encoding, but for a character that is cut', () => {
  expect(decodeText(Buffer.from('café').subarray(0, 4), 'utf-8')).toBe('caf');
  expect(decodeText(Buffer.from('\ufeffabc', 'utf16le').swap16(), 'utf-16be')).toBe('abc');
  expect(decodeText(Buffer.from([0x80, 0x61]), 'windows-1252')).toBe('€a');
});

test('what would not be seen, or would turn what is seen, is written out', () => {
  expect(showHidden('a\u202eb\u2066c\u200bd\ufeff\u{e0041}')).toBe(
    'a⟨U+202E⟩b⟨U+2066⟩c⟨U+200B⟩d⟨U+FEFF⟩⟨U+E0041⟩',
  );
  expect(showHidden('\0\x1b[1m\x85')).toBe('␀␛[1m⟨U+0085⟩');
  expect(showHidden('one\r\ntwo\rthree\tfour')).toBe('one\ntwo\nthree\tfour');
});
