import { readFileSync } from 'node:fs';

export const secretKeyForm =
  '32 to 256 letters, digits and signs without spaces and commas, such as openssl rand -hex 32 prints; to change it, the new one, a comma, and the one of before';

/** Separated by commas, the current one first; null when one is malformed. */
export function parseSecretKeys(text: string): string[] | null {
  const keys = text.split(',').map((key) => key.trim());
  return keys.every((key) => /^[\x21-\x7e]{32,256}$/.test(key)) ? keys : null;
}

/** Null for an unreadable file or one without keys. */
export function readSecretKeys(file: string): string[] | null {
  try {
    return parseSecretKeys(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}
