import { createPrivateKey, createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto';
import { canonicalJson, NotCanonical } from './canonical-json.ts';

/** Ed25519: 32 bytes each, in base64url. */
export type KeyPair = { publicKey: string; privateKey: string };

const ofKey = { kty: 'OKP', crv: 'Ed25519' } as const;

export function makeKeyPair(): KeyPair {
  const { x, d } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });
  return { publicKey: x as string, privateKey: d as string };
}

/** Everything but the signature, as RFC 8785 JSON. */
function signedBytes(receipt: Readonly<Record<string, unknown>>): Buffer {
  const { signature: _, ...rest } = receipt;
  return Buffer.from(canonicalJson(rest));
}

/**
 * @param receipt its `key` must be the pair's public half
 * @returns base64url
 */
export function signReceipt(
  receipt: Readonly<Record<string, unknown>>,
  { publicKey, privateKey }: KeyPair,
): string {
  const key = createPrivateKey({ key: { ...ofKey, x: publicKey, d: privateKey }, format: 'jwk' });
  return sign(null, signedBytes(receipt), key).toString('base64url');
}

/** 32 bytes in base64url. */
export function isPublicKey(text: unknown): text is string {
  return typeof text === 'string' && /^[\w-]{43}$/.test(text);
}

/**
 * Whether a receipt carries this key and its signature over all other fields. Only the canonical spelling of
 * a signature counts.
 */
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
    // No point of the curve, or text without a canonical form: cannot have been signed.
    if (error instanceof NotCanonical || (error instanceof Error && 'code' in error)) return false;
    throw error;
  }
}
