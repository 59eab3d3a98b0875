import { parseUrl } from './parse-url.ts';

export type FoundLink = { start: number; end: number; href: string };

/**
 * Until a blank, quotation mark, ellipsis, non-ASCII full stop or invisible character, but U+200C and U+200D
 * are in Malayalam words. Not after a Latin letter.
 */
const address =
  /(?<![a-z0-9])https?:\/\/(?:[^\s<>"'`|\\^\p{Pi}\p{Pf}\p{Cc}\p{Cf}\p{Cs}\u201A\u201E\u2025\u2026\u2032-\u2037\u22EF\u3001\u3002\u3008-\u3011\u301D-\u301F\u0964\u0965\u061B\u061F\u06D4\u115F\u1160\u3164\uFF01\uFF02\uFF07\uFF08\uFF09\uFF0C\uFF0E\uFF1A\uFF1B\uFF1F\uFFA0]|[\u200C\u200D])+/giu;

/** Not at an address's end, like unopened brackets. */
const marks = '.,;:!?*_~\u200C\u200D';
const opening: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };

function countBrackets(text: string): Record<string, number> {
  const counts: Record<string, number> = { '(': 0, ')': 0, '[': 0, ']': 0, '{': 0, '}': 0 };
  for (const character of text) if (character in counts) counts[character]! += 1;
  return counts;
}

/** Takes linear time. */
function trimMarks(text: string): string {
  const counts = countBrackets(text);
  let end = text.length;
  for (; end > 0; end -= 1) {
    const last = text.charAt(end - 1);
    const open = opening[last];
    if (open === undefined ? !marks.includes(last) : counts[last]! <= counts[open]!) break;
    if (open !== undefined) counts[last]! -= 1;
  }
  return text.slice(0, end);
}

/** Takes linear time. @param max candidates looked at */
export function findLinks(text: string, max: number): FoundLink[] {
  const found: FoundLink[] = [];
  let seen = 0;
  for (const { 0: match, index: start } of text.matchAll(address)) {
    if (++seen > max) break;
    const href = trimMarks(match);
    if (parseUrl(href) !== null) found.push({ start, end: start + href.length, href });
  }
  return found;
}
