import { hash, randomBytes } from 'node:crypto';

/** An unguessable token: 256 random bits in base64url, for its holder only. */
export function makeToken(): string {
  return randomBytes(32).toString('base64url');
}

/** The hash of a token, as the database stores it: a leaked row does not give the token. */
export function hashToken(token: string): string {
  return hash('sha256', token);
}
