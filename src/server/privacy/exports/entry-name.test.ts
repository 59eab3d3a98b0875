import { expect, test } from 'vitest';
import { entryName } from './entry-name.ts';

test.each([
  ['പണി ✓.txt', 'പണി ✓.txt'],
  ['../../etc/passwd', '.._.._etc_passwd'],
  ['C:\\work.txt', 'C__work.txt'],
  ['a<b>|?*".zip', 'a_b_____.zip'],
  ['con.txt', '_con.txt'],
  ['control.txt', 'control.txt'],
  ['name. ', 'name_'],
  ['..', '_'],
])('%j unpacks as %j', (name, safe) => {
  expect(entryName(name)).toBe(safe);
});
