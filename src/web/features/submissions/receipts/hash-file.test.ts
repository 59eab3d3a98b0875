import { createHash, randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { hashFile } from './hash-file.ts';

const pieceBytes = 1024 * 1024;

// FIPS 180-4's examples and the empty message.
test.each([
  ['', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
  ['abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
  [
    'abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq',
    '248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1',
  ],
])('%j', async (text, hex) => {
  expect(await hashFile(new Blob([text]))).toBe(hex);
});

test.each([
  1,
  55,
  56,
  57,
  63,
  64,
  65,
  119,
  120,
  127,
  128,
  1_000,
  100_003,
  pieceBytes - 1,
  pieceBytes,
  2 * pieceBytes + 65,
])('%d bytes have the hash that Node makes of them', async (length) => {
  const bytes = randomBytes(length);
  expect(await hashFile(new Blob([bytes]))).toBe(createHash('sha256').update(bytes).digest('hex'));
});

test('it says how far it is', async () => {
  const shares: number[] = [];
  await hashFile(new Blob([randomBytes(2.5 * pieceBytes)]), (share) => shares.push(share));
  expect(shares).toEqual([0.4, 0.8, 1]);
});

test('it ends when it is aborted', async () => {
  const aborter = new AbortController();
  const hashing = hashFile(new Blob([randomBytes(2 * pieceBytes)]), () => aborter.abort(), aborter.signal);
  await expect(hashing).rejects.toThrow('aborted');
});
