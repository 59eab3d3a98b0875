import { expect, test } from 'vitest';
import { makeRecoveryCode, readTypedCode } from './recovery-codes.ts';

test.each([
  ['123456', { kind: 'app', code: '123456' }],
  [' 123 456 ', { kind: 'app', code: '123456' }],
  ['12345', null],
  ['1234567', null],
  ['abcd-efgh-jkmn', { kind: 'recovery', code: 'ABCDEFGHJKMN' }],
  ['ABCD EFGH JKMN', { kind: 'recovery', code: 'ABCDEFGHJKMN' }],
  ['OIL0-1111-0000', { kind: 'recovery', code: '011011110000' }],
  ['ABCD-EFGH-JKMU', null],
  ['', null],
])('%j is read as %j', (typed, expected) => {
  expect(readTypedCode(typed)).toEqual(expected);
});

test('recovery codes are three groups of four, each another one, and read as they are made', () => {
  const codes = Array.from({ length: 200 }, makeRecoveryCode);
  expect(new Set(codes).size).toBe(200);
  for (const code of codes) {
    expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){2}$/);
    expect(readTypedCode(code)).toEqual({ kind: 'recovery', code: code.replaceAll('-', '') });
  }
});
