import { expect, test } from 'vitest';
import { adviceAgainst, isKnownPassword } from './common-passwords.ts';

const own = ['asha.menon@example.test', 'Asha Menon'];

test.each([
  ['123456', 'most used passwords'],
  ['PassWord', 'most used passwords'],
  ['      ', 'one or two characters'],
  ['ababab', 'one or two characters'],
  ['asha.menon@example.test', 'your own name or email'],
  ['Asha.Menon', 'your own name or email'],
  ['menon2026', 'your own name or email'],
])('%s is advised against', (password, why) => expect(adviceAgainst(password, own)).toContain(why));

test.each(['monsoon-7-Kayal-lamp', 'menon sells umbrellas', 'correct horse battery', 'xK9#vu'])(
  'nothing is said of %s',
  (password) => expect(adviceAgainst(password, own)).toBeNull(),
);

test('an accent that is typed apart is the same letter', () => {
  expect(adviceAgainst('e\u0301lodie2026', ['Élodie'])).toContain('your own name');
  expect(adviceAgainst('élodie2026', ['E\u0301lodie'])).toContain('your own name');
});

test('without a name or an address only the list counts', () => {
  expect(adviceAgainst('asha.menon', [])).toBeNull();
  expect(adviceAgainst('menon1', ['', ' '])).toBeNull();
});

test.each([
  'capstone-demo',
  'Capstone-Demo',
  'password1234',
  'P@ssw0rd2026!',
  'dragondragon',
  '123456789012',
  'qwertyuiopas',
  'abcabcabcabc',
  'asha.menon@example.test',
  'AshaMenon2026',
  'ｐａｓｓｗｏｒｄ１２３４',
  'AshaMenon２０２６',
])('%s is known', (password) => expect(isKnownPassword(password, own)).toBe(true));

test.each(['monsoon-7-Kayal-lamp', 'correct horse battery', '839274650193', 'xK9#vu82!!abc'])(
  '%s is not known',
  (password) => expect(isKnownPassword(password, own)).toBe(false),
);
