import { expect, test } from 'vitest';
import { onOneLine, printable } from './failure-lines.ts';

test('what a terminal would obey is shown as a sign', () => {
  expect(printable('\u001B]0;owned\u0007 \u009B31m red \r over \u202Etxt')).toBe(
    '\uFFFD]0;owned\uFFFD \uFFFD31m red \uFFFD over \uFFFDtxt',
  );
});

test('lines stay lines, and Malayalam is written as before', () => {
  expect(printable('one\ntwo നന്‌ദന')).toBe('one\ntwo നന്‌ദന');
});

test('on one line nothing begins a line of its own', () => {
  expect(onOneLine('a@example.test\n2  b\u2028c')).toBe('a@example.test 2  b c');
});
