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
  ['१२३४५६', { kind: 'app', code: '123456' }],
  ['١٢٣ ٤٥٦', { kind: 'app', code: '123456' }],
  ['൧൨൩-൪൫൬', { kind: 'app', code: '123456' }],
  ['１２３４５６', { kind: 'app', code: '123456' }],
  ['\u202A123456\u202C', { kind: 'app', code: '123456' }],
  ['123\u200B456\uFEFF', { kind: 'app', code: '123456' }],
  ['\u200E123\u00A0456', { kind: 'app', code: '123456' }],
  ['123\u2011456', { kind: 'app', code: '123456' }],
  ['12३45६', { kind: 'app', code: '123456' }],
  ['१२३४५', null],
  ['½23456', null],
  ['ＡＢＣＤ－ＥＦＧＨ－ＪＫＭＮ', { kind: 'recovery', code: 'ABCDEFGHJKMN' }],
  ['ａｂｃｄ\u2013ｅｆｇｈ\u2212ｊｋｍｎ', { kind: 'recovery', code: 'ABCDEFGHJKMN' }],
  ['\u2068abcd-efgh-jkmn\u2069', { kind: 'recovery', code: 'ABCDEFGHJKMN' }],
  ['abcd-efgh-१२३४', { kind: 'recovery', code: 'ABCDEFGH1234' }],
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
