import { foldText } from '#contract/fold-text';
import { httpErrors } from '../platform/http/http-errors.ts';

/** More words than a name and an address have. */
const maxTerms = 8;

/** Characters that no word in `person_words` begins with. */
const before = /^[ .@\-_+'’(]+/;
const isPhone = /^[\d\s()+\-.]*\d[\d\s()+\-.]*$/;

/** The ten digits of a phone as it may be typed: with spaces, with 0 or +91 in front. */
function digitsOf(text: string): string {
  const digits = text.replaceAll(/\D/g, '');
  if (digits.length === 12 && digits.startsWith('91')) return digits.slice(2);
  return digits.length === 11 && digits.startsWith('0') ? digits.slice(1) : digits;
}

/**
 * What a search looks for: beginnings of words, as they stand in `person_words`, each of which must fit.
 * @returns an empty list for nothing in particular; `null` where nobody can fit, such as for signs alone
 * @throws 400 for too many words
 */
export function searchTerms(q: string): string[] | null {
  const text = foldText(q).trim();
  if (text === '') return [];
  if (isPhone.test(text)) return [digitsOf(text)];
  const terms = [...new Set(text.split(/\s+/u).map((term) => term.replace(before, '')))];
  if (terms.length > maxTerms) throw httpErrors.badRequest(`q can have at most ${maxTerms} words`);
  const found = terms.filter((term) => term !== '');
  return found.length === 0 ? null : found;
}
