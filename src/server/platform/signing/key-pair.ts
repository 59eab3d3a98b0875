import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  sign,
  verify,
} from 'node:crypto';

/** Ed25519: 32 bytes each, base64url. */
export type KeyPair = { publicKey: string; privateKey: string };

const ofKey = { kty: 'OKP', crv: 'Ed25519' } as const;

export function makeKeyPair(): KeyPair {
  const { x, d } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });
  return { publicKey: x as string, privateKey: d as string };
}

/** 32 bytes, base64url. */
export function isPublicKey(text: unknown): text is string {
  return typeof text === 'string' && /^[\w-]{43}$/.test(text);
}

/** SHA-256 of the key's bytes in groups of four digits, for paper. */
export function fingerprintOf(publicKey: string): string {
  const digits = createHash('sha256').update(Buffer.from(publicKey, 'base64url')).digest('hex');
  return (digits.toUpperCase().match(/.{4}/g) as string[]).join(' ');
}

/** @returns base64url */
export function signBytes(bytes: Buffer, { publicKey, privateKey }: KeyPair): string {
  const key = createPrivateKey({ key: { ...ofKey, x: publicKey, d: privateKey }, format: 'jwk' });
  return sign(null, bytes, key).toString('base64url');
}

/** @param signature in its one canonical spelling */
export function isSignature(signature: unknown, bytes: Buffer, publicKey: string): boolean {
  if (!isPublicKey(publicKey)) return false;
  if (typeof signature !== 'string' || !/^[\w-]{86}$/.test(signature)) return false;
  const given = Buffer.from(signature, 'base64url');
  if (given.toString('base64url') !== signature) return false;
  try {
    const by = createPublicKey({ key: { ...ofKey, x: publicKey }, format: 'jwk' });
    return verify(null, bytes, by, given);
  } catch (error) {
    // Off the curve: it never signed.
    if (error instanceof Error && 'code' in error) return false;
    throw error;
  }
}
