import { expect, test } from 'vitest';
import { phraseAtCaret } from './phrase-insertion.ts';

const tests = { id: '1', name: 'tests', text: 'Please write a test for it.' };
const at = (text: string, caret = text.length) => phraseAtCaret([tests], text, caret);

test.each([
  [';tests', 0],
  ['Good. ;tests', 6],
  ['Good.\n;Tests', 6],
])('%j has a phrase before its end', (text, from) =>
  expect(at(text)).toEqual({ phrase: tests, from, to: text.length }),
);

test.each(['tests', ';test', 'a;tests', ';tests ', ';', '', `;${'tests'.repeat(5)}`, ';unknown'])(
  '%j has none',
  (text) => expect(at(text)).toBeNull(),
);

test('only what stands right before the caret counts', () => {
  expect(at('Good. ;tests and more', 12)).toEqual({ phrase: tests, from: 6, to: 12 });
  expect(at('Good. ;tests and more', 21)).toBeNull();
  expect(at(`${'x'.repeat(100)};tests`)).toBeNull();
});
