import { createHash, randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { makeSha256 } from './sha256.ts';

const hexOf = (...pieces: Uint8Array[]): string => {
  const hash = makeSha256();
  for (const piece of pieces) hash.update(piece);
  return hash.hex();
};
const text = (words: string) => new TextEncoder().encode(words);

// FIPS 180-4's examples and the empty message.
test.each([
  ['', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
  ['abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
  [
    'abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq',
    '248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1',
  ],
])('%j', (words, hex) => {
  expect(hexOf(text(words))).toBe(hex);
});

test('any length in any pieces is what Node makes of the whole', () => {
  for (const length of [1, 55, 56, 57, 63, 64, 65, 119, 120, 127, 128, 1_000, 100_003]) {
    const bytes = randomBytes(length);
    const whole = createHash('sha256').update(bytes).digest('hex');
    expect(hexOf(bytes), `${length} bytes`).toBe(whole);
    for (const size of [1, 63, 64, 65, 4_096]) {
      const pieces = [];
      for (let at = 0; at < length; at += size) pieces.push(bytes.subarray(at, at + size));
      expect(hexOf(...pieces), `${length} bytes in pieces of ${size}`).toBe(whole);
    }
  }
});
