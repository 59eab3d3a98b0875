/** Control characters but tab and line end, marks that turn the direction of text, and characters without a width. */
const hidden = /[\p{Cc}\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e007f}]/gu;

/** A character that would not be seen, or would change how others are, written out. */
function written(character: string): string {
  if (character === '\n' || character === '\t') return character;
  const code = character.codePointAt(0) as number;
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  return `⟨U+${code.toString(16).toUpperCase().padStart(4, '0')}⟩`;
}

/** A text in which nothing is hidden: it reads as it is kept. */
export function showHidden(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n').replaceAll(hidden, written);
}
