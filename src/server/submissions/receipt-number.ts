import { randomBytes } from 'node:crypto';

/** Crockford's base 32 lacks letters like digits. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

export function randomCharacters(count: number): string {
  return Array.from(randomBytes(count), (byte) => alphabet[byte & 31]).join('');
}

/** `CAP-7K3M-92QX-W4TD-A8JH`: 80 random bits. */
export function makeReceiptNumber(): string {
  return `CAP-${(randomCharacters(16).match(/.{4}/g) as string[]).join('-')}`;
}

/** `CERT-2026-7K3M-92QX-W4TD1`: a year that people can read, and 65 random bits. */
export function makeDocumentNumber(prefix: string, year: string): string {
  return [prefix, year, randomCharacters(4), randomCharacters(4), randomCharacters(5)].join('-');
}

/** 130 random bits. */
export function makeFileId(): string {
  return randomCharacters(26);
}
