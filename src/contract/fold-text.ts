/** Chillus as they were written before they had characters of their own: consonant, virama, joiner. */
const chillus = new Map(
  Object.entries({ ണ: 'ൺ', ന: 'ൻ', ര: 'ർ', റ: 'ർ', ല: 'ൽ', ള: 'ൾ', ക: 'ൿ' }).map(([letter, chillu]) => [
    `${letter}്\u200d`,
    chillu,
  ]),
);

/** A text whose chillus have the characters that they have had since Unicode 5.1. */
export const withNewChillus = (text: string): string =>
  text.replaceAll(/[ണനരറലളക]്\u200d/gu, (old) => chillus.get(old) ?? old);

/** Signs that keyboards and word processors write in place of the plain ones. */
const signs: readonly [RegExp, string][] = [
  [/[\u2018\u2019\u201A\u201B\u02BC\u02B9\u02BB\u2032\u0060\u00B4\uFF07]/g, "'"],
  [/[\u2010-\u2015\u2212\uFE63\uFF0D]/g, '-'],
];

/**
 * A text as names and words are compared everywhere: composed, in small letters, chillus in their new form, without joiners, plain
 * apostrophes and hyphens. What is shown stays as it was typed.
 */
export function foldText(text: string): string {
  const folded = withNewChillus(text.normalize('NFC'))
    .replaceAll(/[\u200c\u200d]/g, '')
    .toLowerCase();
  return signs.reduce((rest, [pattern, plain]) => rest.replaceAll(pattern, plain), folded);
}

/** A person's name as it is compared. */
export const nameKey = (name: string): string => foldText(name.replaceAll(/\s+/gu, ' ').trim());

/** A name with A to Z in small letters, as both engines of the database write it. */
const plainKey = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());

/** What a row keeps of a name beside it: its key where the database does not know it by itself, and which name that is of. */
export function foldedColumns(name: string): { folded_name: string | null; folded_from: string | null } {
  const key = nameKey(name);
  return key === plainKey(name)
    ? { folded_name: null, folded_from: null }
    : { folded_name: key, folded_from: name };
}
