import { limits } from '#contract/limits';
import { nameKey, nameKeys } from '#contract/fold-text';
import { findLinks } from '#contract/links';
import { plainTextOf } from '#contract/excerpt';
import { markdownHtml } from '../../platform/markdown/markdown-html.ts';
import type { PostText } from '../posts/post-text.ts';

/** Per text and name; the rest is plain text. */
const maxPlaces = 20;
const maxWords = 6;
/** Punctuation that may belong to a name. */
const maxSigns = 3;

/** Not in words: an email address is no mention. */
const sign = /(?<![\p{L}\p{M}\p{N}_@.])@(?=[\p{L}\p{M}\p{N}])/gu;

/** With all punctuation, with less, and before `’s`. */
function endingsOf(text: string): string[] {
  const endings = [text];
  let bare = text;
  for (let signs = 0; signs < maxSigns && /[^\p{L}\p{M}\p{N}]$/u.test(bare); signs += 1)
    endings.push((bare = bare.slice(0, -1)));
  return [...endings, bare.replace(/[’']\p{L}+$/u, '')];
}

/** After each `@`, longest first. */
function placesOf(text: string): string[][] {
  return Array.from(text.matchAll(sign), ({ index }) => index)
    .slice(0, maxPlaces)
    .map((at) => {
      const [line = ''] = text.slice(at + 1, at + 1 + limits.name).split(/[\r\n@]/, 1);
      const ends = Array.from(line.matchAll(/[^ ]+/g), (word) => word.index + word[0].length);
      const names = ends
        .slice(0, maxWords)
        .flatMap((end) => endingsOf(line.slice(0, end)).map((name) => name.trimEnd()));
      return [...new Set(names)].toSorted((one, other) => other.length - one.length);
    });
}

export function candidateNames(text: string): string[] {
  return [...new Set(placesOf(text).flat().flatMap(nameKeys))];
}

/**
 * The longest known name at each `@`.
 * @param names as `nameKey` writes them
 * @returns each once, as typed, with its `@`
 */
export function mentionsIn(text: string, names: ReadonlySet<string>): string[] {
  const found = placesOf(text).flatMap((candidates) => {
    const name = candidates.find((candidate) => names.has(nameKey(candidate)));
    return name === undefined ? [] : [`@${name}`];
  });
  return [...new Set(found)];
}

/** Only so many addresses, which can contain names, are removed. */
const maxLinks = 200;

/** Without code and addresses; elements become line breaks, as where mentions are highlighted. */
export function drawnText({ text, format }: Pick<PostText, 'text' | 'format'>): string {
  const html = format === 'markdown' ? markdownHtml(text) : null;
  const drawn =
    html === null ? text : plainTextOf(text, html.replaceAll(/<code[^>]*>[^<]*<\/code>|<[^>]*>/g, '\n'));
  let rest = '';
  let end = 0;
  for (const link of findLinks(drawn, maxLinks)) {
    rest += `${drawn.slice(end, link.start)}\n`;
    end = link.end;
  }
  return rest + drawn.slice(end);
}
