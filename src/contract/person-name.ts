/**
 * Characters that are not seen themselves: control characters, line breaks, those that turn the direction of a text, and
 * unpaired surrogates. U+200C and U+200D are left out, since Malayalam cannot be written without them.
 */
const unseen = /(?![\u200C\u200D])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u;
const allUnseen = new RegExp(unseen, 'gu');

/** Marks a word that mail programs and readers take for a web or e-mail address. */
const address = /:\/\/|www\.|mailto:|[^\s@]@[^\s@]/iu;

/** Most names: these cannot hold an address. */
const lettersAndSpaces = /^[\p{L}\p{M} ]+$/u;

/** Whether a text holds a character that is not seen itself. */
export function hasUnseenCharacters(text: string): boolean {
  return unseen.test(text);
}

/** Whether a name may be given to a person: seen as it is written, on one line, with a letter, and no address. */
export function isPersonName(name: string): boolean {
  if (lettersAndSpaces.test(name)) return /\p{L}/u.test(name);
  return !unseen.test(name) && /\p{L}/u.test(name) && !address.test(name.normalize('NFKC'));
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
  const text = name.normalize('NFKC').replaceAll(/\s/gu, ' ').replaceAll(allUnseen, '');
  const words = text.split(' ').filter((word) => word !== '' && !address.test(word));
  return words.length === 0 ? nameless : words.join(' ');
}
