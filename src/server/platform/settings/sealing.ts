import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';

/** What was sealed with a key that is not at hand, or changed since. */
export class CannotOpen extends Error {}

/** Seals secrets that lie in the database with keys that do not. */
export type Sealing = {
  /**
   * @param purpose what the secret is for: it opens for the same purpose only, so that nothing can be put in the place of
   *   something else
   */
  seal(secret: string, purpose: string): string;
  /** @throws CannotOpen */
  open(sealed: string, purpose: string): string;
  /** Whether something was sealed with the first of the keys. */
  isCurrent(sealed: string): boolean;
};

/** What seals secrets that lie in the database; null where they lie there as they are. */
export type Secrets = {
  /** Keys that must never be lost: only with the operator's own key. */
  keys: Sealing | null;
  /** The words of mails that hold a one-time link, as long as they wait. */
  mail: Sealing | null;
};

const cipher = 'aes-256-gcm';
const ivBytes = 12;
const tagBytes = 16;

type Key = { id: string; bytes: Buffer };

function keyOf(secret: string): Key {
  const bytes = Buffer.from(hkdfSync('sha256', secret, '', 'capstone sealing', 32));
  // Names the key without telling anything of it.
  const id = createHash('sha256').update('capstone key id').update(bytes).digest('base64url').slice(0, 12);
  return { id, bytes };
}

/**
 * Sealing by AES-256-GCM: `KEY-ID.IV.BYTES`, each part in base64url.
 * @param secrets texts of enough randomness; the first one seals, all of them open
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
      if (key === undefined) throw new CannotOpen('It was sealed with another key');
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
        throw new CannotOpen('It was changed since it was sealed', { cause });
      }
    },
    isCurrent: (sealed) => sealed.startsWith(`${first.id}.`),
  };
}
