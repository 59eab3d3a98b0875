import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { link, open, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { privateFile, stagingName, syncFolder } from '../files/local-folders.ts';
import type { Settings } from './settings.ts';
import { codeOf } from '../error-code.ts';

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

const mailKeyName = 'mail.key';

/** Losing it loses only queued mail. */
async function mailKeyIn(dataDir: string): Promise<string> {
  const file = path.join(dataDir, mailKeyName);
  const found = await readFile(file, 'utf8').catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  });
  if (found !== null && found.trim() !== '') return found.trim();
  const temporary = path.join(dataDir, `.${stagingName(randomUUID())}`);
  const handle = await open(temporary, 'w', privateFile);
  try {
    await handle.writeFile(`${randomBytes(32).toString('base64url')}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  // Of concurrent starts, the first's stays.
  await link(temporary, file).catch((error: unknown) => {
    if (codeOf(error) !== 'EEXIST') throw error;
  });
  await rm(temporary, { force: true });
  await syncFolder(dataDir);
  return (await readFile(file, 'utf8')).trim();
}

/** `SECRET_KEY`, `SECRET_KEY_FILE`; for queued mail on SQLite also the data folder's. */
export async function openSecrets(
  { secretKeys, dataDir, databaseUrl, smtpUrl }: Settings,
  log: { warn(line: string): void },
): Promise<Secrets> {
  // Machines share no data folder.
  const own = databaseUrl === null ? await mailKeyIn(dataDir).catch(() => null) : null;
  const [first, ...others] = own === null ? secretKeys : [...secretKeys, own];
  if (first === undefined && smtpUrl !== null) {
    log.warn(
      'Links in queued mail are not encrypted in the database. Set SECRET_KEY, the same on every machine.',
    );
  }
  const [key, ...former] = secretKeys;
  return {
    keys: key === undefined ? null : makeSealing([key, ...former]),
    mail: first === undefined ? null : makeSealing([first, ...others]),
  };
}
