import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** Another key, or altered. */
export class CannotOpen extends Error {}

export type Sealing = {
  /** @param purpose prevents swapping secrets */
  seal(secret: string, purpose: string): string;
  /** @throws CannotOpen */
  open(sealed: string, purpose: string): string;
  isCurrent(sealed: string): boolean;
};

/** Null: plain text. */
export type Secrets = {
  /** Never lost, so only with the operator's key. */
  keys: Sealing | null;
  /** Queued one-time links. */
  mail: Sealing | null;
};

const cipher = 'aes-256-gcm';
const ivBytes = 12;
const tagBytes = 16;

type Key = { id: string; bytes: Buffer };

function keyOf(secret: string): Key {
  const bytes = Buffer.from(hkdfSync('sha256', secret, '', 'capstone sealing', 32));
  // Does not reveal the key.
  const id = createHash('sha256').update('capstone key id').update(bytes).digest('base64url').slice(0, 12);
  return { id, bytes };
}

/**
 * AES-256-GCM: `KEY-ID.IV.BYTES` in base64url.
 * @param secrets random enough; the first encrypts, all decrypt
 */
export function makeSealing(secrets: readonly [string, ...string[]]): Sealing {
  const keys = secrets.map(keyOf);
  const [first] = keys as [Key];
  return {
    seal(secret, purpose) {
      const iv = randomBytes(ivBytes);
      const sealing = createCipheriv(cipher, first.bytes, iv).setAAD(Buffer.from(purpose));
      const bytes = Buffer.concat([sealing.update(secret, 'utf8'), sealing.final(), sealing.getAuthTag()]);
      return [first.id, iv.toString('base64url'), bytes.toString('base64url')].join('.');
    },
    open(sealed, purpose) {
      const [id, iv = '', text = ''] = sealed.split('.');
      const key = keys.find((one) => one.id === id);
      if (key === undefined) throw new CannotOpen('It was encrypted with another key');
      const bytes = Buffer.from(text, 'base64url');
      try {
        const opening = createDecipheriv(cipher, key.bytes, Buffer.from(iv, 'base64url'), {
          authTagLength: tagBytes,
        })
          .setAAD(Buffer.from(purpose))
          .setAuthTag(bytes.subarray(-tagBytes));
        return Buffer.concat([opening.update(bytes.subarray(0, -tagBytes)), opening.final()]).toString(
          'utf8',
        );
      } catch (cause) {
        throw new CannotOpen('It was altered after it was encrypted', { cause });
      }
    },
    isCurrent: (sealed) => sealed.startsWith(`${first.id}.`),
  };
}

export const secretKeyForm =
  '32 to 256 letters, digits and signs without spaces and commas, such as the output of openssl rand -hex 32; to change it, write the new key, a comma and the old key';

/** By commas, current first; null if malformed. */
export function parseSecretKeys(text: string): string[] | null {
  const keys = text.split(',').map((key) => key.trim());
  return keys.every((key) => /^[\x21-\x7e]{32,256}$/.test(key)) ? keys : null;
}

/** Null if unreadable or empty. */
export function readSecretKeys(file: string): string[] | null {
  try {
    return parseSecretKeys(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}
