import { randomBytes } from 'node:crypto';

/** Crockford's base 32: no letter that can be taken for a digit or another letter, so that it reads aloud well. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

function randomCharacters(count: number): string {
  return Array.from(randomBytes(count), (byte) => alphabet[byte & 31]).join('');
}

/** A receipt's number, such as `CAP-7K3M-92QX-W4TD-A8JH`: 80 random bits in groups of four. */
export function makeReceiptNumber(): string {
  return `CAP-${(randomCharacters(16).match(/.{4}/g) as string[]).join('-')}`;
}

/** A submitted file's id: 130 random bits. */
export function makeFileId(): string {
  return randomCharacters(26);
}
