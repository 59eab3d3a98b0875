import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { createDurably } from '../files/local-folders.ts';
import { makeSealing, parseSecretKeys, type Secrets } from './sealing.ts';
import { SettingsError, type Settings } from './settings.ts';
import { ifPresent } from '../error-code.ts';

const mailKeyName = 'mail.key';

/** Losing it loses only queued mail. */
async function mailKeyIn(dataDir: string): Promise<string> {
  const file = path.join(dataDir, mailKeyName);
  const found = await ifPresent(readFile(file, 'utf8'));
  if (found !== null) return found.trim();
  await createDurably(file, `${randomBytes(32).toString('base64url')}\n`);
  // Of concurrent starts, the first's stays.
  return (await readFile(file, 'utf8')).trim();
}

/**
 * `SECRET_KEY`, `SECRET_KEY_FILE`; for queued mail on SQLite also the data folder's.
 * @throws SettingsError where the folder's is no key
 */
export async function openSecrets(
  { secretKeys, dataDir, databaseUrl, smtpUrl }: Settings,
  log: { warn(line: string): void },
): Promise<Secrets> {
  // Machines share no data folder.
  const own = databaseUrl === null ? await mailKeyIn(dataDir).catch(() => null) : null;
  if (own !== null && parseSecretKeys(own) === null) {
    throw new SettingsError(
      `${path.join(dataDir, mailKeyName)} is empty or not a valid key. Restore it from a backup. Without one, delete it: the next start makes a new key, and links in queued mail are lost.`,
    );
  }
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
