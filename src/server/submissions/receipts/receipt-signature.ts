import { canonicalJson, NotCanonical } from '../../platform/signing/canonical-json.ts';
import { isSignature, signBytes, type KeyPair } from '../../platform/signing/key-pair.ts';

/** Without the signature, by RFC 8785. */
function signedBytes(receipt: Readonly<Record<string, unknown>>): Buffer {
  const { signature: _, ...rest } = receipt;
  return Buffer.from(canonicalJson(rest));
}

/**
 * @param receipt with the pair's public `key`
 * @returns base64url
 */
export function signReceipt(receipt: Readonly<Record<string, unknown>>, pair: KeyPair): string {
  return signBytes(signedBytes(receipt), pair);
}

/** By its signature over all other fields. */
export function isSignedBy(receipt: Readonly<Record<string, unknown>>, publicKey: string): boolean {
  const { key, signature } = receipt;
  if (key !== publicKey) return false;
  try {
    return isSignature(signature, signedBytes(receipt), publicKey);
  } catch (error) {
    // It was never signed.
    if (error instanceof NotCanonical) return false;
    throw error;
  }
}
