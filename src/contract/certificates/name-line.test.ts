import { expect, test } from 'vitest';
import { messages } from '../messages.ts';
import { nameLineMessages, nameLineProblem, offeredNameLine, tidyNameLine } from './name-line.ts';

test.each([
  'Asha Menon',
  "Seán O'Connor-D'Souza",
  'ലക്ഷ്മി എൻ. നായരുടെ',
  'ന്റെ ൻ ക്ഷ',
  // With the joiner of older keyboards.
  'അവന്\u200D',
  'श्रीमती लक्ष्मी कुमारी',
  'தமிழ்ச்செல்வன் ஸ்ரீநிவாசன்',
  'Nguyễn Thị Ánh',
  'محمد رضا',
  '王小明',
  'क्षि'.repeat(60),
  'a\u0301'.repeat(60),
])('%s can be printed', (line) => {
  expect(nameLineProblem(line)).toBeNull();
  expect(offeredNameLine(line)).toBe(tidyNameLine(line));
});

test('it is stored composed and with single spaces', () => {
  expect(tidyNameLine('  Rene\u0301   Descartes\u00A0 ')).toBe('René Descartes');
});

test.each([
  ['', nameLineMessages.required],
  [' \u00A0 ', nameLineMessages.required],
  ['a'.repeat(61), nameLineMessages.tooLong],
  ['ക്ഷ'.repeat(61), nameLineMessages.tooLong],
  ['a'.repeat(2_000), nameLineMessages.tooLong],
  ['Asha\nMenon', messages.nameNotPlain],
  ['Asha\u2028Menon', messages.nameNotPlain],
  // Turned around, and hidden.
  ['Asha \u202Enonem', messages.nameNotPlain],
  ['Asha\u2066Menon', messages.nameNotPlain],
  ['Asha\u200BMenon', messages.nameNotPlain],
  ['Asha\u0007', messages.nameNotPlain],
  ['Asha \uE000', messages.nameNotPlain],
  ['12345', messages.nameNotPlain],
  ['Asha www.example.test', messages.nameNotPlain],
  ['\u0D3Eക', nameLineMessages.looseSign],
  ['ക \u093F', nameLineMessages.looseSign],
  [`A${'\u0301'.repeat(7)}`, nameLineMessages.tooManySigns],
  [`A${'\u0301'.repeat(500)}`, nameLineMessages.tooManySigns],
])('%j is refused', (line, why) => {
  expect(nameLineProblem(line)).toBe(why);
});

test('an account’s name is offered as far as it can be printed', () => {
  expect(offeredNameLine(' Asha\n Menon ')).toBe('Asha Menon');
  for (const name of ['a'.repeat(61), '(no name)\u202E', '12345']) expect(offeredNameLine(name)).toBe('');
});
