import { Secret, TOTP } from 'otpauth';

/** How long a code of an app counts, in milliseconds. */
export const periodMs = 30_000;

/** A new secret of 160 bits in base32, as apps take it. */
export function makeAppSecret(): string {
  return new Secret({ size: 20 }).base32;
}

/** What all authenticator apps understand: six digits, half a minute, SHA-1. */
const totpOf = (secret: string, { issuer, label }: { issuer?: string; label?: string } = {}) =>
  new TOTP({
    ...(issuer !== undefined && { issuer }),
    ...(label !== undefined && { label }),
    algorithm: 'SHA1',
    digits: 6,
    period: periodMs / 1_000,
    secret: Secret.fromBase32(secret),
  });

/** The address that an app reads from a picture. */
export function appAddress(secret: string, of: { issuer: string; label: string }): string {
  return totpOf(secret, of).toString();
}

/**
 * The period whose code it is, counted since 1970; null for none. The one before and the one after count too: clocks differ,
 * and people type.
 */
export function periodOfCode(secret: string, code: string, now: number): number | null {
  const delta = totpOf(secret).validate({ token: code, timestamp: now, window: 1 });
  return delta === null ? null : Math.floor(now / periodMs) + delta;
}

/** The code of an instant: what an app would show. */
export function codeAt(secret: string, now: number): string {
  return totpOf(secret).generate({ timestamp: now });
}
