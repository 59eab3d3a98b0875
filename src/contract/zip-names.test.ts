import { expect, test } from 'vitest';
import { distinctEntryNames, entryName, shortened } from './zip-names.ts';

test.each([
  ['പണി ✓.txt', 'പണി ✓.txt'],
  ['../../etc/passwd', '.._.._etc_passwd'],
  ['C:\\work.txt', 'C__work.txt'],
  ['a<b>|?*".zip', 'a_b_____.zip'],
  ['con.txt', '_con.txt'],
  ['control.txt', 'control.txt'],
  ['name. ', 'name_'],
  ['..', '_'],
  ['CON .txt', '_CON .txt'],
  ['com¹', '_com¹'],
  ['conout$', '_conout$'],
  ['a\u202etxt.exe', 'a_txt.exe'],
  [' work.zip', 'work.zip'],
  ['e\u0301.txt', 'é.txt'],
])('%j unpacks as %j', (name, safe) => {
  expect(entryName(name)).toBe(safe);
});

test.each([
  ['work.zip', 20, 'work.zip'],
  ['ആർക്കിടെക്ചർ രേഖകൾ.zip', 14, 'ആർക്കിടെ.zip'],
  ['a long name with spaces.pdf', 12, 'a long n.pdf'],
  ['no-ending-at-all', 5, 'no-en'],
])('%j in %i units is %j', (name, most, short) => {
  expect(entryName(name, most)).toBe(short);
});

test.each([
  ['long in bytes', `${'ക'.repeat(250)}.pdf`, `${'ക'.repeat(65)}.pdf`],
  ['of pictures', '😀'.repeat(100), '😀'.repeat(50)],
  ['a device after cutting', `con${' '.repeat(300)}x.txt`, '_con.txt'],
  ['of marks', `a${'\u0315\u0316'.repeat(2_000)}.txt`, `a${'\u0316'.repeat(15)}${'\u0315'.repeat(15)}`],
  ['of dots', '.'.repeat(100_000), '_'],
  ['of spaces within', `a${' '.repeat(100_000)}b`, 'a_'],
])('a name %s fits every system', (_, name, safe) => {
  expect(entryName(name)).toBe(safe);
  expect(Buffer.byteLength(entryName(name))).toBeLessThanOrEqual(204);
});

test.each([
  [
    ['image.jpg', 'image.jpg', 'Image.JPG', 'image (2).jpg'],
    ['image.jpg', 'image (2).jpg', 'Image (3).JPG', 'image (2) (2).jpg'],
  ],
  [
    ['ആഴ്ച-2.md', 'ആഴ്ച-2.md'],
    ['ആഴ്ച-2.md', 'ആഴ്ച-2 (2).md'],
  ],
  // Composed and decomposed are one name on a Mac.
  [
    ['é.txt', 'e\u0301.txt'],
    ['é.txt', 'é (2).txt'],
  ],
  [
    ['a/b\\c:d?.txt', 'a_b_c_d_.txt', '.env', '.env', 'README', 'README'],
    ['a_b_c_d_.txt', 'a_b_c_d_ (2).txt', '.env', '.env (2)', 'README', 'README (2)'],
  ],
  // What Windows cannot have, and what it takes for the same.
  [
    ['con.txt', 'NUL', 'a.', 'a', 'a\u202etxt.exe', 'notes. . '],
    ['_con.txt', '_NUL', 'a_', 'a', 'a_txt.exe', 'notes_'],
  ],
])('names in one folder of a ZIP of %j', (given, names) => {
  expect(distinctEntryNames(given)).toEqual(names);
});

test('letters stay whole', () => {
  expect(shortened('ആർക്കിടെക്ചർ', 4)).toBe('ആർ');
  expect(shortened('👩‍💻 work', 4)).toBe('');
});
