import { hash, randomBytes } from 'node:crypto';

/** A token that nobody can guess: 256 random bits in base64url. It goes to its holder only. */
export function makeToken(): string {
  return randomBytes(32).toString('base64url');
}

/** What the database keeps of a token: whoever reads it cannot use it. */
export function hashToken(token: string): string {
  return hash('sha256', token);
}
