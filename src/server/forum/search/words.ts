import { LRUCache } from 'lru-cache';
import { foldText } from '#contract/fold-text';
import { soundsOf } from './sound-key.ts';

/** Normalised, with its position in UTF-16 units. */
export type FoundWord = { word: string; start: number; end: number };

/**
 * Letters, marks, numbers, and the joiners of Malayalam and Hindi. The engines' own tokenizers cut off vowel
 * signs.
 */
const wordPattern = /[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N}\u200c\u200d]*/gu;
const longestWord = 60;
/** Parts of a mixed word, as in `projectന്റെ` and `week2`. */
const onePart = /[\p{Script=Latin}]+|[\p{Script=Malayalam}\p{Script=Devanagari}]+|\p{N}+|[^\p{N}]/gu;

const compared = (written: string): string => Array.from(foldText(written)).slice(0, longestWord).join('');

export function wordsOf(text: string): FoundWord[] {
  return Array.from(text.matchAll(wordPattern), ({ 0: written, index }) => ({
    word: compared(written),
    start: index,
    end: index + written.length,
  }));
}

/** Consonants in a sound key. */
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

/** Splitting a word costs more than remembering it. */
const knownTerms = new LRUCache<string, readonly string[]>({ max: 5_000 });

/**
 * Index terms of a word: itself, its parts where scripts meet, and sound keys. Words of one stem share most
 * of them, in any script.
 */
export function termsOf(word: string): readonly string[] {
  let terms = knownTerms.get(word);
  if (terms === undefined) {
    terms = listTerms(word);
    knownTerms.set(word, terms);
  }
  return terms;
}

/** Consonants of a sound key; 0 for a word. */
export const keyLength = (term: string): number => (term.startsWith(keySign) ? term.length - 1 : 0);
