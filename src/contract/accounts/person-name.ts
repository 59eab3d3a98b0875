import { hasUnseen, isSeen, withoutUnseen } from '../unseen.ts';

/** Marks a word that mail programs and readers take for a web or e-mail address. */
const address = /:\/\/|www\.|mailto:|[^\s@]@[^\s@]/iu;

/** Most names: these cannot hold an address. */
const lettersAndSpaces = /^[\p{L}\p{M} ]+$/u;

/** Whether a name may be given to a person: seen as it is written, on one line, with a letter, and no address. */
export function isPersonName(name: string): boolean {
  if (hasUnseen(name) || !/\p{L}/u.test(name)) return false;
  return lettersAndSpaces.test(name) || !address.test(name.normalize('NFKC'));
}

/**
 * The portal's own check of a form's name, after the specification's. NUL is refused in every text, in words of its own.
 */
export function hasPersonName({ name }: { name: string }): boolean {
  return name.includes('\0') || isPersonName(name.trim());
}

/** Stands for a name of which nothing can be shown. */
const nameless = '(no name)';

/**
 * A person's name as it is shown everywhere: what was stored before names were checked loses what may not stand in one.
 * A name that may be given today comes back as it is.
 */
export function shownName(name: string): string {
  if (isPersonName(name)) return name;
  const text = withoutUnseen(name.normalize('NFKC').replaceAll(/\s/gu, ' '));
  const words = text.split(' ').filter((word) => isSeen(word) && !address.test(word));
  return words.length === 0 ? nameless : words.join(' ');
}
