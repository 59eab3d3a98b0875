import { normalizeText } from '../normalize-text.ts';
import { hasUnseen, isSeen, withoutUnseen } from '../unseen.ts';

/** Mail programs turn these into links. */
const address = /:\/\/|www\.|mailto:|[^\s@]@[^\s@]/iu;

const lettersAndSpaces = /^[\p{L}\p{M} ]+$/u;

/** Visible, one line, with a letter, no address. */
export function isPersonName(name: string): boolean {
  if (hasUnseen(name) || !/\p{L}/u.test(name)) return false;
  return lettersAndSpaces.test(name) || !address.test(normalizeText(name, 'NFKC'));
}

/** After the specification's checks. NUL is refused elsewhere. */
export function hasPersonName({ name }: { name: string }): boolean {
  return name.includes('\0') || isPersonName(name.trim());
}

const nameless = '(no name)';

/** Older names may predate `isPersonName`: removes links and invisible characters. */
export function shownName(name: string): string {
  if (isPersonName(name)) return name;
  const text = withoutUnseen(normalizeText(name, 'NFKC').replaceAll(/\s/gu, ' '));
  const words = text.split(' ').filter((word) => isSeen(word) && !address.test(word));
  return words.length === 0 ? nameless : words.join(' ');
}
