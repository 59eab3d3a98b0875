import { createHash, randomBytes } from 'node:crypto';

/** What an address is hashed together with: another one for each person. */
export function makeSalt(): string {
  return randomBytes(16).toString('base64url');
}

/** The hash of an address, by which it is known again without being kept. */
export function hashAddress(salt: string, address: string): string {
  return createHash('sha256').update(`${salt} ${address}`).digest('base64url');
}
