import { readFileSync } from 'node:fs';

export const secretKeyForm =
  '32 to 256 letters, digits and signs without spaces and commas, such as openssl rand -hex 32 prints; to change it, the new one, a comma, and the one of before';

/** The keys in a text, joined by commas, the one that seals first; null when one of them has not the form. */
export function parseSecretKeys(text: string): string[] | null {
  const keys = text.split(',').map((key) => key.trim());
  return keys.every((key) => /^[\x21-\x7e]{32,256}$/.test(key)) ? keys : null;
}

/** The keys in a file; null when it cannot be read or holds none. */
export function readSecretKeys(file: string): string[] | null {
  try {
    return parseSecretKeys(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}
