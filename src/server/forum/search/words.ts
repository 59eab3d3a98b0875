import { LRUCache } from 'lru-cache';
import { foldText } from '#contract/fold-text';
import { soundsOf } from './sound-key.ts';

/** A word in a text: as it is compared, and where it stands, in UTF-16 units. */
export type FoundWord = { word: string; start: number; end: number };

/**
 * The one rule by which words are cut, for both engines: letters, their marks and numbers, and the joiners that Malayalam and
 * Hindi write inside of words. Neither engine's own tokenizer is asked: each cuts vowel signs off by rules of its own.
 */
const wordPattern = /[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N}\u200c\u200d]*/gu;
/** More of a word is no word: the engines bound what they index. */
const longestWord = 60;
/** Letters of one script, or figures, in a word that has several, as in `projectന്റെ` and `week2`. */
const onePart = /[\p{Script=Latin}]+|[\p{Script=Malayalam}\p{Script=Devanagari}]+|\p{N}+|[^\p{N}]/gu;

/** A word as it is compared, as far as it counts. */
const compared = (written: string): string => Array.from(foldText(written)).slice(0, longestWord).join('');

/** The words of a text in their order. */
export function wordsOf(text: string): FoundWord[] {
  return Array.from(text.matchAll(wordPattern), ({ 0: written, index }) => ({
    word: compared(written),
    start: index,
    end: index + written.length,
  }));
}

/** Keys by what a word begins with in sound, beside the word: of so many consonants. */
const keyLengths = [2, 3, 4];
/** Stands before a key, so that none is taken for a word. */
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

/** A forum uses the same words again and again, and taking one apart costs more than remembering it. */
const knownTerms = new LRUCache<string, readonly string[]>({ max: 5_000 });

/**
 * The terms under which a word is found: the word, its parts where scripts meet, and keys by sound. Two words of one stem share
 * most of them, whatever follows it, and in whichever script it stands.
 */
export function termsOf(word: string): readonly string[] {
  let terms = knownTerms.get(word);
  if (terms === undefined) {
    terms = listTerms(word);
    knownTerms.set(word, terms);
  }
  return terms;
}

/** How many consonants a key has; 0 for a word. */
export const keyLength = (term: string): number => (term.startsWith(keySign) ? term.length - 1 : 0);
