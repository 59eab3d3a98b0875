import { expect, test } from 'vitest';
import { makeAccessToken, readBearer } from './access-token.ts';

test('a token is read from its header, and what only looks like one is told by its checksum', () => {
  const tokens = Array.from({ length: 200 }, makeAccessToken);
  expect(new Set(tokens).size).toBe(200);
  for (const token of tokens) {
    expect(token).toMatch(/^capstone_[0-9A-Za-z]{49}$/);
    expect(readBearer(`Bearer ${token}`)).toBe(token);
    for (const at of [9, 30, 51, 52, 57]) {
      const other = token.charAt(at) === 'a' ? 'b' : 'a';
      expect(readBearer(`Bearer ${token.slice(0, at)}${other}${token.slice(at + 1)}`)).toBeNull();
    }
  }
  const [token = ''] = tokens;
  for (const header of [
    '',
    token,
    `Basic ${token}`,
    `Bearer ${token}x`,
    `Bearer ${token} x`,
    `Bearer${token}`,
  ])
    expect(readBearer(header), header).toBeNull();
});
