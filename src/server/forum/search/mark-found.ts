import type { FoundText } from '#contract/forum/calls';
import { keyLength, termsOf, wordsOf } from './words.ts';

/** How much of a question a list shows, in characters, and how much of it before the first word that was looked for. */
const shown = 240;
const shownBefore = 60;

/** A shorter key, where it is not all that a word sounds like, marks too many words. */
const shortestMarked = 3;

/** Whether a word is one of those that are looked for: as it is, in a part, or by how it begins in sound. */
function isAsked(word: string, asked: ReadonlyMap<string, number>): boolean {
  const terms = termsOf(word);
  const longest = Math.max(...terms.map(keyLength));
  return terms.some((term) => {
    const length = keyLength(term);
    return asked.has(term) && (length === 0 || length === longest || length >= shortestMarked);
  });
}

/** Where the shown part begins and ends: between words, where there are any near enough. */
function partOf(text: string, first: number): { start: number; end: number } {
  if (text.length <= shown) return { start: 0, end: text.length };
  const from = first + shownBefore <= shown ? 0 : first - shownBefore;
  const space = from === 0 ? 0 : text.indexOf(' ', from) + 1;
  const start = space > first || (from > 0 && space === 0) ? first : space;
  if (text.length - start <= shown) return { start, end: text.length };
  const before = text.lastIndexOf(' ', start + shown);
  // Not between the halves of a character outside the basic plane.
  const cut = /[\uD800-\uDBFF]/.test(text.charAt(start + shown - 1)) ? start + shown - 1 : start + shown;
  return { start, end: before > start + shown / 2 ? before : cut };
}

/**
 * The part of a question that a list shows, in pieces: its words as they stand there, and whether they are looked for.
 * @param asked the terms that are looked for; with none nothing is marked
 */
export function markFound(text: string, asked: ReadonlyMap<string, number>): FoundText {
  const hits = asked.size === 0 ? [] : wordsOf(text).filter(({ word }) => isAsked(word, asked));
  const { start, end } = partOf(text, hits[0]?.start ?? 0);
  const pieces: FoundText = [];
  let at = start;
  const add = (to: number, found: boolean) => {
    if (to > at) pieces.push({ text: text.slice(at, to), found });
    at = Math.max(at, to);
  };
  for (const hit of hits) {
    if (hit.start < start || hit.end > end) continue;
    add(hit.start, false);
    add(hit.end, true);
  }
  add(end, false);
  if (start > 0) pieces.unshift({ text: '… ', found: false });
  if (end < text.length) pieces.push({ text: ' …', found: false });
  return pieces;
}
