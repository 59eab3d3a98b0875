import { expect, test } from 'vitest';
import { decodeText, encodingOf } from './text-encoding.ts';

const malayalam = 'പേര്,ഇമെയിൽ\nകാവ്യ,kavya@x.test\n';

test.each([
  ['plain', Buffer.from('a line\nand another\t\x1b[1m'), 'utf-8'],
  ['Malayalam', Buffer.from('എന്റെ'), 'utf-8'],
  ['UTF-8 that is cut within a character', Buffer.from('എന്റെ').subarray(0, 4), 'utf-8'],
  [
    'UTF-8 with a byte of Windows-1252',
    Buffer.concat([Buffer.from(malayalam), Buffer.from([0xe9])]),
    'utf-8',
  ],
  [
    'one with a smart quote',
    Buffer.concat([Buffer.from('naïve '), Buffer.from([0x92]), Buffer.from('s')]),
    'utf-8',
  ],
  ['UTF-16 with its mark', Buffer.from('\ufeffabc', 'utf16le'), 'utf-16le'],
  ['UTF-16, the other way', Buffer.from('\ufeffabc', 'utf16le').swap16(), 'utf-16be'],
  ['UTF-16 without its mark', Buffer.from('Name,Email\nAsha', 'utf16le'), 'utf-16le'],
  ['Latin', Buffer.from('un café crème, s il vous plaît', 'latin1'), 'windows-1252'],
  ['bytes', Buffer.from([0, 1, 2, 3]), null],
  ['high bytes without a sense', Buffer.alloc(50, 0xfe), null],
  ['a program', Buffer.from('\x7fELF\x02\x01\x01\0\0'), null],
] as const)('%s', (_, bytes, encoding) => {
  expect(encodingOf(bytes)).toBe(encoding);
});

test('a whole text may end with a character of Windows-1252', () => {
  const bytes = Buffer.from('un café', 'latin1');
  expect(encodingOf(bytes)).toBe('utf-8');
  expect(encodingOf(bytes, true)).toBe('windows-1252');
});

test('a text is decoded by its encoding, but for a character that is cut', () => {
  expect(decodeText(Buffer.from('café').subarray(0, 4), 'utf-8')).toBe('caf');
  expect(decodeText(Buffer.from('\ufeffabc', 'utf16le').swap16(), 'utf-16be')).toBe('abc');
  expect(decodeText(Buffer.from([0x80, 0x61]), 'windows-1252')).toBe('€a');
});
