import { normalizeText } from './normalize-text.ts';
import { withOneSpelling } from './spellings.ts';

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

const joiners = /[\u200c\u200d]/g;
const plainSigns = (text: string): string =>
  signs.reduce((rest, [pattern, plain]) => rest.replaceAll(pattern, plain), text);

/** NFKC, lower case, one of the spellings that look the same, no joiners, plain apostrophes and hyphens. */
export const foldText = (text: string): string =>
  withOneSpelling(withNewChillus(normalizeText(plainSigns(text), 'NFKC')))
    .replaceAll(joiners, '')
    .toLowerCase();

/** As version 1.0.0 stores it: to find what has not been folded again yet. */
export const formerFold = (text: string): string =>
  plainSigns(withNewChillus(normalizeText(text, 'NFC')).replaceAll(joiners, '').toLowerCase());

const oneLine = (name: string): string => name.replaceAll(/\s+/gu, ' ').trim();
export const nameKey = (name: string): string => foldText(oneLine(name));

/** Of a name or a beginning, the newest first: one where both are the same. */
export const nameKeys = (name: string): string[] => [...new Set([nameKey(name), formerFold(oneLine(name))])];

/** Lower-cases A to Z, as both engines do. */
const plainKey = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());

/** Stored only where the database's lower-casing differs. */
export function foldedColumns(name: string): { folded_name: string | null; folded_from: string | null } {
  const key = nameKey(name);
  return key === plainKey(name)
    ? { folded_name: null, folded_from: null }
    : { folded_name: key, folded_from: name };
}
