import { normalizeText } from './normalize-text.ts';

/** Before Unicode 5.1: consonant, virama, joiner. */
const chillus = new Map(
  Object.entries({ ണ: 'ൺ', ന: 'ൻ', ര: 'ർ', റ: 'ർ', ല: 'ൽ', ള: 'ൾ', ക: 'ൿ' }).map(([letter, chillu]) => [
    `${letter}്\u200d`,
    chillu,
  ]),
);

export const withNewChillus = (text: string): string =>
  text.replaceAll(/[ണനരറലളക]്\u200d/gu, (old) => chillus.get(old) ?? old);

/** Variants of apostrophe and hyphen. */
const signs: readonly [RegExp, string][] = [
  [/[\u2018\u2019\u201A\u201B\u02BC\u02B9\u02BB\u2032\u0060\u00B4\uFF07]/g, "'"],
  [/[\u2010-\u2015\u2212\uFE63\uFF0D]/g, '-'],
];

/** NFC, lower case, new chillus, no joiners, plain apostrophes and hyphens. */
export function foldText(text: string): string {
  const folded = withNewChillus(normalizeText(text, 'NFC'))
    .replaceAll(/[\u200c\u200d]/g, '')
    .toLowerCase();
  return signs.reduce((rest, [pattern, plain]) => rest.replaceAll(pattern, plain), folded);
}

export const nameKey = (name: string): string => foldText(name.replaceAll(/\s+/gu, ' ').trim());

/** Lower-cases A to Z, as both engines do. */
const plainKey = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());

/** Stored only where the database's lower-casing differs. */
export function foldedColumns(name: string): { folded_name: string | null; folded_from: string | null } {
  const key = nameKey(name);
  return key === plainKey(name)
    ? { folded_name: null, folded_from: null }
    : { folded_name: key, folded_from: name };
}
