import { hash, randomBytes } from 'node:crypto';

/** 256 random bits in base64url. */
export function makeToken(): string {
  return randomBytes(32).toString('base64url');
}

/** The database stores hashes only: a leaked row opens nothing. */
export function hashToken(token: string): string {
  return hash('sha256', token);
}
