import { createPrivateKey, createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto';

/** A lone surrogate, or a number JSON cannot write. */
export class NotCanonical extends Error {}

/**
 * RFC 8785 (JSON Canonicalization Scheme).
 * @param value from JSON.parse, within the stack's depth
 * @throws NotCanonical
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (value !== null && typeof value === 'object') {
    const members = value as Record<string, unknown>;
    const names = Object.keys(members).sort();
    return `{${names.map((name) => `${canonicalJson(name)}:${canonicalJson(members[name])}`).join(',')}}`;
  }
  if (typeof value === 'string' && !value.isWellFormed()) {
    throw new NotCanonical('Text holds half a surrogate pair');
  }
  if (typeof value === 'number' && !Number.isFinite(value)) {
    throw new NotCanonical(`JSON cannot write ${value}`);
  }
  const text = JSON.stringify(value) as string | undefined;
  if (text === undefined) throw new NotCanonical(`JSON cannot write a ${typeof value}`);
  return text;
}

/** Ed25519: 32 bytes each, base64url. */
export type KeyPair = { publicKey: string; privateKey: string };

const ofKey = { kty: 'OKP', crv: 'Ed25519' } as const;

export function makeKeyPair(): KeyPair {
  const { x, d } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });
  return { publicKey: x as string, privateKey: d as string };
}

/** Without the signature, by RFC 8785. */
function signedBytes(receipt: Readonly<Record<string, unknown>>): Buffer {
  const { signature: _, ...rest } = receipt;
  return Buffer.from(canonicalJson(rest));
}

/**
 * @param receipt with the pair's public `key`
 * @returns base64url
 */
export function signReceipt(
  receipt: Readonly<Record<string, unknown>>,
  { publicKey, privateKey }: KeyPair,
): string {
  const key = createPrivateKey({ key: { ...ofKey, x: publicKey, d: privateKey }, format: 'jwk' });
  return sign(null, signedBytes(receipt), key).toString('base64url');
}

/** 32 bytes, base64url. */
export function isPublicKey(text: unknown): text is string {
  return typeof text === 'string' && /^[\w-]{43}$/.test(text);
}

/** By its signature over all other fields, in canonical spelling. */
export function isSignedBy(receipt: Readonly<Record<string, unknown>>, publicKey: string): boolean {
  const { key, signature } = receipt;
  if (key !== publicKey || !isPublicKey(key)) return false;
  if (typeof signature !== 'string' || !/^[\w-]{86}$/.test(signature)) return false;
  const bytes = Buffer.from(signature, 'base64url');
  if (bytes.toString('base64url') !== signature) return false;
  try {
    const by = createPublicKey({ key: { ...ofKey, x: publicKey }, format: 'jwk' });
    return verify(null, signedBytes(receipt), by, bytes);
  } catch (error) {
    // Off the curve or not canonical: never signed.
    if (error instanceof NotCanonical || (error instanceof Error && 'code' in error)) return false;
    throw error;
  }
}
