import { hasUnseen, isSeen, withoutUnseen } from '../unseen.ts';

/** Words that mail programs turn into links. */
const address = /:\/\/|www\.|mailto:|[^\s@]@[^\s@]/iu;

/** Fast path: these cannot hold an address. */
const lettersAndSpaces = /^[\p{L}\p{M} ]+$/u;

/** Whether a text is a person's name: visible, on one line, with a letter, without an address. */
export function isPersonName(name: string): boolean {
  if (hasUnseen(name) || !/\p{L}/u.test(name)) return false;
  return lettersAndSpaces.test(name) || !address.test(name.normalize('NFKC'));
}

/** The portal's own check, after the specification's. NUL is refused elsewhere. */
export function hasPersonName({ name }: { name: string }): boolean {
  return name.includes('\0') || isPersonName(name.trim());
}

const nameless = '(no name)';

/** A name as shown: older names may predate `isPersonName`, so links and invisible characters are removed. */
export function shownName(name: string): string {
  if (isPersonName(name)) return name;
  const text = withoutUnseen(name.normalize('NFKC').replaceAll(/\s/gu, ' '));
  const words = text.split(' ').filter((word) => isSeen(word) && !address.test(word));
  return words.length === 0 ? nameless : words.join(' ');
}
