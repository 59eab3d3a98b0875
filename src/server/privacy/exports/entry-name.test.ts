import { expect, test } from 'vitest';
import { entryName, shortEntryName } from './entry-name.ts';

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
  expect(shortEntryName(name, most)).toBe(short);
});
