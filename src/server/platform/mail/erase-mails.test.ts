import { expect, test } from 'vitest';
import { withoutNames } from './erase-mails.ts';

test.each([
  ['Asha has handed in. ASHA!', 'X has handed in. X!'],
  ['Ashara, Natasha', 'Ashara, Natasha'],
  ['a.b@example.test wrote', 'X wrote'],
  ['aXb@example.test wrote', 'aXb@example.test wrote'],
  ['ആശ വന്നു', 'X വന്നു'],
  ['ആശയം', 'ആശയം'],
])('%j becomes %j: whole words alone', (text, expected) => {
  expect(withoutNames(text, ['Asha', 'a.b@example.test', 'ആശ'], 'X')).toBe(expected);
});
