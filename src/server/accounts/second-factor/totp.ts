import { Secret, TOTP } from 'otpauth';

/** Validity of a code, in milliseconds. */
export const periodMs = 30_000;

/** 160 bits in base32. */
export function makeAppSecret(): string {
  return new Secret({ size: 20 }).base32;
}

/** All authenticator apps support this: six digits, 30 seconds, SHA-1. */
const totpOf = (secret: string, { issuer, label }: { issuer?: string; label?: string } = {}) =>
  new TOTP({
    ...(issuer !== undefined && { issuer }),
    ...(label !== undefined && { label }),
    algorithm: 'SHA1',
    digits: 6,
    period: periodMs / 1_000,
    secret: Secret.fromBase32(secret),
  });

/** The `otpauth:` address for the QR code. */
export function appAddress(secret: string, of: { issuer: string; label: string }): string {
  return totpOf(secret, of).toString();
}

/** The code's period since 1970, or null. One period before and after is accepted for clock differences. */
export function periodOfCode(secret: string, code: string, now: number): number | null {
  const delta = totpOf(secret).validate({ token: code, timestamp: now, window: 1 });
  return delta === null ? null : Math.floor(now / periodMs) + delta;
}

export function codeAt(secret: string, now: number): string {
  return totpOf(secret).generate({ timestamp: now });
}
