/** So many characters and lines of a text stand open; what is only a little longer stands open, too. */
const openCharacters = 700;
const openLines = 12;
const slack = 1.4;

/**
 * Parts a long text between two words. @returns its beginning, and the rest, which is empty for what is not long
 */
export function foldText(text: string): [beginning: string, rest: string] {
  const lineEnds = [...text.matchAll(/\n/g)].map(({ index }) => index);
  const byLines =
    lineEnds.length > openLines * slack ? (lineEnds[openLines - 1] ?? text.length) : text.length;
  const byCharacters = text.length > openCharacters * slack ? openCharacters : text.length;
  const at = Math.min(byLines, byCharacters);
  if (at >= text.length) return [text, ''];
  // Never within a word: it may be an address.
  const gap = text.slice(0, at + 1).search(/\s\S*$/);
  const end = gap > 0 ? gap : text.length;
  return [text.slice(0, end), text.slice(end).trimStart()];
}
