import { expect, test } from 'vitest';
import { isPublicKey, makeKeyPair } from '../../platform/signing/key-pair.ts';
import { isSignedBy, signReceipt } from './receipt-signature.ts';

const pair = makeKeyPair();
const receipt = {
  number: 'CAP-1',
  late: false,
  file: { name: 'പണി.txt', bytes: 3 },
  student: { s_name: 'Zoë' },
  key: pair.publicKey,
};
const signed = { ...receipt, signature: signReceipt(receipt, pair) };

test('a receipt as it was signed holds, in whatever order its fields stand', () => {
  expect(isPublicKey(pair.publicKey)).toBe(true);
  expect(isSignedBy(signed, pair.publicKey)).toBe(true);
  expect(isSignedBy(Object.fromEntries(Object.entries(signed).reverse()), pair.publicKey)).toBe(true);
});

const changes: Record<string, Record<string, unknown>> = {
  'another value': { late: true },
  'another value inside': { file: { ...receipt.file, bytes: 4 } },
  'another type': { number: 1 },
  'a field more': { marks: 100 },
  'a field more inside': { student: { s_name: 'Zoë', role: 'mentor' } },
  'a field less': { file: undefined },
  'another key': { key: makeKeyPair().publicKey },
  'no signature': { signature: undefined },
  'an empty signature': { signature: '' },
  'a signature of another kind': { signature: 7 },
  'a padded signature': { signature: `${signed.signature}==` },
  // The last character carries bits that no byte holds: the next one in the alphabet decodes to the same.
  'another spelling of the same signature': {
    signature: signed.signature.slice(0, -1) + String.fromCharCode(signed.signature.charCodeAt(85) + 1),
  },
  'text that cannot be written': { number: '\ud800' },
};
test.each(Object.entries(changes))('%s does not hold', (_, change) => {
  const changed = JSON.parse(JSON.stringify({ ...signed, ...change })) as Record<string, unknown>;
  if ('number' in change) changed.number = change.number;
  expect(isSignedBy(changed, pair.publicKey)).toBe(false);
});

test('a signature by another key does not hold, even if the receipt names that key', () => {
  const other = makeKeyPair();
  const forged = { ...receipt, key: other.publicKey };
  const theirs = { ...forged, signature: signReceipt(forged, other) };
  expect(isSignedBy(theirs, other.publicKey)).toBe(true);
  expect(isSignedBy(theirs, pair.publicKey)).toBe(false);
});

test('a receipt that names another key than the one that signed it does not hold', () => {
  const odd = { ...receipt, key: makeKeyPair().publicKey };
  expect(isSignedBy({ ...odd, signature: signReceipt(odd, pair) }, pair.publicKey)).toBe(false);
});

test.each(['', 'A'.repeat(42), `${'A'.repeat(42)}!`, '_'.repeat(43)])('%j is no key of anybody', (key) => {
  expect(isSignedBy({ ...signed, key }, key)).toBe(false);
});
