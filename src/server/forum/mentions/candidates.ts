import { limits } from '#contract/limits';
import { nameKey } from '#contract/fold-text';

/** So many places of a text may mention somebody, and a name of so many words; the rest stays text. */
const maxPlaces = 20;
const maxWords = 6;
/** A word has so many signs behind it that may belong to a name or not. */
const maxSigns = 3;

/** The sign, where no word goes on before it: an address is no mention. */
const sign = /(?<![\p{L}\p{M}\p{N}_@.])@(?=[\p{L}\p{M}\p{N}])/gu;

/** A text as a name may end in it: with all of its last signs, with fewer, and before an `’s`. */
function endingsOf(text: string): string[] {
  const endings = [text];
  let bare = text;
  for (let signs = 0; signs < maxSigns && /[^\p{L}\p{M}\p{N}]$/u.test(bare); signs += 1)
    endings.push((bare = bare.slice(0, -1)));
  return [...endings, bare.replace(/[’']\p{L}+$/u, '')];
}

/** What may be a name after each sign of a text, the longest first. */
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

/** The names that a text may mention, as they are looked up. */
export function candidateNames(text: string): string[] {
  return [...new Set(placesOf(text).flat().map(nameKey))];
}

/**
 * Whom a text mentions: at each sign the longest of some names.
 * @param names of the batch, as `nameKey` writes them
 * @returns each name once, as it is typed, with the sign in front
 */
export function mentionsIn(text: string, names: ReadonlySet<string>): string[] {
  const found = placesOf(text).flatMap((candidates) => {
    const name = candidates.find((candidate) => names.has(nameKey(candidate)));
    return name === undefined ? [] : [`@${name}`];
  });
  return [...new Set(found)];
}
