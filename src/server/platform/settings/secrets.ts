import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { ifPresent } from '../error-code.ts';
import { createDurably } from '../files/local-folders.ts';
import { firstLine } from '../start-errors.ts';
import { makeSealing, parseSecretKeys, type Secrets } from './sealing.ts';
import { SettingsError, type Settings } from './settings.ts';

const mailKeyName = 'mail.key';

/**
 * Made at the first start. Without it, only the links in queued mail are lost.
 * @throws SettingsError where it can neither be read nor made: links would be stored as plain text
 */
async function readMailKey(dataDir: string): Promise<string> {
  const file = path.join(dataDir, mailKeyName);
  try {
    const found = await ifPresent(readFile(file, 'utf8'));
    if (found !== null) return found.trim();
    await createDurably(file, `${randomBytes(32).toString('base64url')}\n`);
    // Of two processes that start at once, the first one's key stays.
    return (await readFile(file, 'utf8')).trim();
  } catch (error) {
    throw new SettingsError(
      `${file} cannot be read or created (${firstLine(error)}). It encrypts links in queued mail. Give the portal's user access to it.`,
      { cause: error },
    );
  }
}

/**
 * The keys of `SECRET_KEY` or `SECRET_KEY_FILE`; for queued mail on SQLite also the data folder's mail.key.
 * @throws SettingsError for a mail.key that is not a key or cannot be used
 */
export async function openSecrets(
  { secretKeys, dataDir, databaseUrl, smtpUrl }: Settings,
  log: { warn(line: string): void },
): Promise<Secrets> {
  // With PostgreSQL, several machines send the same mail and share no data folder.
  const mailKey = databaseUrl === null ? await readMailKey(dataDir) : null;
  if (mailKey !== null && parseSecretKeys(mailKey) === null) {
    throw new SettingsError(
      `${path.join(dataDir, mailKeyName)} is empty or not a valid key. Restore it from a backup. Without one, delete it: the next start makes a new key, and links in queued mail are lost.`,
    );
  }
  const [mailFirst, ...mailFormer] = mailKey === null ? secretKeys : [...secretKeys, mailKey];
  if (mailFirst === undefined && smtpUrl !== null) {
    log.warn(
      'Links in queued mail are not encrypted in the database. Set SECRET_KEY, the same on every machine.',
    );
  }
  const [key, ...former] = secretKeys;
  return {
    keys: key === undefined ? null : makeSealing([key, ...former]),
    mail: mailFirst === undefined ? null : makeSealing([mailFirst, ...mailFormer]),
  };
}
