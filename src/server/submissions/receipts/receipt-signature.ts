import { createPrivateKey, createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto';
import { canonicalJson, NotCanonical } from './canonical-json.ts';

/** An Ed25519 key pair: each half's 32 bytes in base64url. */
export type KeyPair = { publicKey: string; privateKey: string };

const ofKey = { kty: 'OKP', crv: 'Ed25519' } as const;

export function makeKeyPair(): KeyPair {
  const { x, d } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });
  return { publicKey: x as string, privateKey: d as string };
}

/** What a signature stands for: everything beside it, in the one form of RFC 8785. */
function signedBytes(receipt: Readonly<Record<string, unknown>>): Buffer {
  const { signature: _, ...rest } = receipt;
  return Buffer.from(canonicalJson(rest));
}

/** Signs a receipt, whose `key` must be the pair's public half. @returns base64url */
export function signReceipt(
  receipt: Readonly<Record<string, unknown>>,
  { publicKey, privateKey }: KeyPair,
): string {
  const key = createPrivateKey({ key: { ...ofKey, x: publicKey, d: privateKey }, format: 'jwk' });
  return sign(null, signedBytes(receipt), key).toString('base64url');
}

/** Whether a text can be a public key: 32 bytes in base64url. */
export function isPublicKey(text: unknown): text is string {
  return typeof text === 'string' && /^[\w-]{43}$/.test(text);
}

/**
 * Whether a receipt, as it came, carries this key and a signature by it over everything else that it holds: a field
 * more, less or other makes it false. Of each signature only its one spelling counts.
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
    // 32 bytes that are no point of the curve, or text that cannot be written: nobody can have signed that.
    if (error instanceof NotCanonical || (error instanceof Error && 'code' in error)) return false;
    throw error;
  }
}
