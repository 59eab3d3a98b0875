import { keyLength, termsOf, wordsOf } from './words.ts';

/** More different words of a question are not indexed: ten thousand characters may have five thousand. */
const indexedWords = 400;
/** So many words of what is typed are looked for, the longest first: they tell most. */
const askedWords = 16;
/** Parts the batch from the term: the same word of another batch is another term, and is never read. */
const batchSign = '\uE000';

/** A term as it stands in the index. */
export const termOfBatch = (batchId: number, term: string): string => `${batchId}${batchSign}${term}`;

/** What `question_words.words` holds of a text. */
export function indexedTerms(batchId: number, text: string): string[] {
  const words = [...new Set(wordsOf(text).map(({ word }) => word))].slice(0, indexedWords);
  return [...new Set(words.flatMap(termsOf))].map((term) => termOfBatch(batchId, term));
}

/**
 * What a term adds where it is found, beside how rare it is: most for a word as it is, little for two consonants that a word
 * begins with.
 */
const keyWeights: Readonly<Record<number, number>> = { 2: 1, 3: 2, 4: 3 };
const wordWeight = 4;
export const weightOf = (term: string): number => keyWeights[keyLength(term)] ?? wordWeight;

/** Of each word its two longest keys are looked for: what shares less with it is noise. */
const keysBelow = 1;

/** What a typed text is looked for by: terms by their weights; none for a text without words. */
export function askedTerms(text: string): Map<string, number> {
  const words = [...new Set(wordsOf(text).map(({ word }) => word))];
  const longestFirst = words.toSorted((one, other) => other.length - one.length).slice(0, askedWords);
  const weights = new Map<string, number>();
  for (const terms of longestFirst.map(termsOf)) {
    const longest = Math.max(...terms.map(keyLength));
    for (const term of terms)
      if (keyLength(term) === 0 || keyLength(term) >= longest - keysBelow) weights.set(term, weightOf(term));
  }
  return weights;
}
