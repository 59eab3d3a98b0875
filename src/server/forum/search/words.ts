import { LRUCache } from 'lru-cache';
import { foldText } from '#contract/fold-text';
import { cutText } from '#contract/normalize-text';
import { soundsOf } from './sound-key.ts';

/** A word's place is in UTF-16 units. */
export type FoundWord = { word: string; start: number; end: number };

/** With the joiners of Malayalam and Hindi; the engines' tokenizers cut off vowel signs. */
const wordPattern = /[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N}\u200c\u200d]*/gu;
const longestWord = 60;
/** Splits `projectന്റെ` and `week2`. */
const onePart = /[\p{Script=Latin}]+|[\p{Script=Malayalam}\p{Script=Devanagari}]+|\p{N}+|[^\p{N}]/gu;

/** Before folding, which joins marks to letters. */
const longestWritten = 4 * longestWord;
/** Of a text, for the index and for excerpts: ten thousand characters of prose hold fewer. */
const wordsRead = 2_000;

function compared(written: string): string {
  const folded = foldText(cutText(written, longestWritten));
  return folded.length <= longestWord ? folded : Array.from(folded).slice(0, longestWord).join('');
}

/** Read as they are asked for; a repeated word is folded once. */
export function* wordsOf(text: string): Generator<FoundWord, void, undefined> {
  const folded = new Map<string, string>();
  let left = wordsRead;
  for (const { 0: written, index } of text.matchAll(wordPattern)) {
    if (left === 0) return;
    left -= 1;
    let word = folded.get(written);
    if (word === undefined) {
      word = compared(written);
      folded.set(written, word);
    }
    yield { word, start: index, end: index + written.length };
  }
}

/** At most `most`, in order. */
function distinctWords(text: string, most: number): string[] {
  const words = new Set<string>();
  for (const { word } of wordsOf(text)) if (words.add(word).size === most) break;
  return [...words];
}

/** Numbers of consonants in a key. */
const keyLengths = [2, 3, 4];
/** Keeps keys apart from words. */
const keySign = '\uE001';

function listTerms(word: string): string[] {
  const parts = word.match(onePart) ?? [];
  const terms = new Set([word, ...(parts.length > 1 ? parts.filter((part) => part.length > 1) : [])]);
  for (const one of parts.length > 1 ? parts : [word]) {
    const sounds = soundsOf(one);
    for (const length of keyLengths) {
      if (sounds.length >= length) terms.add(`${keySign}${sounds.slice(0, length)}`);
    }
  }
  return [...terms];
}

/** Splitting costs more than remembering. */
const knownTerms = new LRUCache<string, readonly string[]>({ max: 5_000 });

/** The word, its parts where scripts meet, and sound keys: words of one stem share most, in any script. */
export function termsOf(word: string): readonly string[] {
  let terms = knownTerms.get(word);
  if (terms === undefined) {
    terms = listTerms(word);
    knownTerms.set(word, terms);
  }
  return terms;
}

/** In consonants; 0 for a word. */
export const keyLength = (term: string): number => (term.startsWith(keySign) ? term.length - 1 : 0);

/** Distinct ones of a question. */
export const indexedWords = 400;
/** Only a query's longest words are used. */
const askedWords = 16;
/** Each is a query, of which SQLite joins 500. */
const askedAtMost = 200;
/** A word is another term in each batch. */
const batchSign = '\uE000';

export const termOfBatch = (batchId: number, term: string): string => `${batchId}${batchSign}${term}`;

/** Content of `question_words.words`. */
export function indexedTerms(batchId: number, text: string): string[] {
  const words = distinctWords(text, indexedWords);
  return [...new Set(words.flatMap(termsOf))].map((term) => termOfBatch(batchId, term));
}

/** Exact words weigh most. */
const keyWeights: Readonly<Record<number, number>> = { 2: 1, 3: 2, 4: 3 };
const wordWeight = 4;
export const weightOf = (term: string): number => keyWeights[keyLength(term)] ?? wordWeight;

/** The two longest keys; shorter are noise. */
const keysBelow = 1;

/** Terms with weights; empty for a text without words. */
export function askedTerms(text: string): Map<string, number> {
  const longestFirst = distinctWords(text, indexedWords)
    .toSorted((one, other) => other.length - one.length)
    .slice(0, askedWords);
  const weights = new Map<string, number>();
  for (const terms of longestFirst.map(termsOf)) {
    const longest = Math.max(...terms.map(keyLength));
    for (const term of terms)
      if (keyLength(term) === 0 || keyLength(term) >= longest - keysBelow) weights.set(term, weightOf(term));
  }
  return new Map(Array.from(weights).slice(0, askedAtMost));
}
