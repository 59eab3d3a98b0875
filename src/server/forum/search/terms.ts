import { keyLength, termsOf, wordsOf } from './words.ts';

/** Limit per question; ten thousand characters can hold five thousand words. */
const indexedWords = 400;
/** Only the longest words of a query are used. */
const askedWords = 16;
/** Separates batches: the same word in another batch is another term. */
const batchSign = '\uE000';

export const termOfBatch = (batchId: number, term: string): string => `${batchId}${batchSign}${term}`;

/** The content of `question_words.words`. */
export function indexedTerms(batchId: number, text: string): string[] {
  const words = [...new Set(wordsOf(text).map(({ word }) => word))].slice(0, indexedWords);
  return [...new Set(words.flatMap(termsOf))].map((term) => termOfBatch(batchId, term));
}

/** Exact words weigh most, two-consonant keys least. */
const keyWeights: Readonly<Record<number, number>> = { 2: 1, 3: 2, 4: 3 };
const wordWeight = 4;
export const weightOf = (term: string): number => keyWeights[keyLength(term)] ?? wordWeight;

/** Only a word's two longest keys are searched; shorter ones are noise. */
const keysBelow = 1;

/** Search terms and their weights; empty for a text without words. */
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
