import type { FoundText } from '#contract/forum/calls';
import { indexedWords, keyLength, termsOf, wordsOf, type FoundWord } from './words.ts';

/** Characters, and those before the first match. */
const shown = 240;
const shownBefore = 60;

/** Shorter sound keys mark too much, unless they are the whole sound. */
const shortestMarked = 3;

/** As it is, in part, or by sound. */
function isAsked(word: string, asked: ReadonlyMap<string, number>): boolean {
  const terms = termsOf(word);
  const longest = Math.max(...terms.map(keyLength));
  return terms.some((term) => {
    const length = keyLength(term);
    return asked.has(term) && (length === 0 || length === longest || length >= shortestMarked);
  });
}

/** Between words where possible. */
function partOf(text: string, first: number): { start: number; end: number } {
  if (text.length <= shown) return { start: 0, end: text.length };
  const from = first + shownBefore <= shown ? 0 : first - shownBefore;
  const space = from === 0 ? 0 : text.indexOf(' ', from) + 1;
  const start = space > first || (from > 0 && space === 0) ? first : space;
  if (text.length - start <= shown) return { start, end: text.length };
  const before = text.lastIndexOf(' ', start + shown);
  // A surrogate pair stays whole.
  const cut = /[\uD800-\uDBFF]/.test(text.charAt(start + shown - 1)) ? start + shown - 1 : start + shown;
  return { start, end: before > start + shown / 2 ? before : cut };
}

/** Those of the excerpt; a question is found by its first `indexedWords` words. */
function findHits(text: string, asked: ReadonlyMap<string, number>): FoundWord[] {
  const known = new Map<string, boolean>();
  const hits: FoundWord[] = [];
  let end = text.length;
  for (const found of wordsOf(text)) {
    if (found.start >= end || (hits.length === 0 && known.size > indexedWords)) break;
    let isHit = known.get(found.word);
    if (isHit === undefined) known.set(found.word, (isHit = isAsked(found.word, asked)));
    if (isHit && hits.push(found) === 1) ({ end } = partOf(text, found.start));
  }
  return hits;
}

/** The list's excerpt, in matching and other pieces. @param asked terms; none marks nothing */
export function markFound(text: string, asked: ReadonlyMap<string, number>): FoundText {
  const hits = asked.size === 0 ? [] : findHits(text, asked);
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
