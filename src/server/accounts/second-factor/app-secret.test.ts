import { expect, test } from 'vitest';
import { appAddress, codeAt, makeAppSecret, periodMs, periodOfCode } from './app-secret.ts';

test("codes are those of the standard's own table (RFC 6238, appendix B, SHA-1), cut to six digits", () => {
  // '12345678901234567890' in base32.
  const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
  const table = [
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ] as const;
  for (const [seconds, code] of table) {
    expect(codeAt(secret, seconds * 1_000)).toBe(code);
    expect(periodOfCode(secret, code, seconds * 1_000)).toBe(Math.floor(seconds / 30));
  }
});

test('a code counts one period early and one late, and no longer', () => {
  const [secret, now] = [makeAppSecret(), Date.parse('2026-11-22T09:00:10.000Z')];
  const own = Math.floor(now / periodMs);
  const judged = [-2, -1, 0, 1, 2].map((off) =>
    periodOfCode(secret, codeAt(secret, now + off * periodMs), now),
  );
  expect(judged).toEqual([null, own - 1, own, own + 1, null]);
  expect(periodOfCode(secret, '12345', now)).toBeNull();
});

test.each([
  ['Academy: Kochi', 'asha@example.test', 'Academy Kochi:asha@example.test'],
  ['ICT:AK', 'asha@example.test', 'ICT AK:asha@example.test'],
  ['::ICTAK:', 'a:b@example.test', 'ICTAK:a b@example.test'],
  ['കേരള: അക്കാദമി', 'asha@example.test', 'കേരള അക്കാദമി:asha@example.test'],
])('of an academy called %s, apps find issuer and label by the one colon', (issuer, label, expected) => {
  const address = new URL(appAddress(makeAppSecret(), { issuer, label }));
  expect(decodeURIComponent(address.pathname).replace(/^.*\//, '')).toBe(expected);
  expect(address.searchParams.get('issuer')).toBe(expected.split(':')[0]);
});

test('an app learns whose code it is and of which portal', () => {
  const address = new URL(appAddress(makeAppSecret(), { issuer: 'ICTAK', label: 'asha@example.test' }));
  expect(address.protocol).toBe('otpauth:');
  expect(decodeURIComponent(address.pathname)).toContain('ICTAK:asha@example.test');
  expect(address.searchParams.get('secret')).toMatch(/^[A-Z2-7]{32}$/);
});
