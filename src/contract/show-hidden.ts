/** Control but tab and newline, bidi, zero-width. */
const hidden = /[\p{Cc}\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e007f}]/gu;

function written(character: string): string {
  if (character === '\n' || character === '\t') return character;
  const code = character.codePointAt(0) as number;
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  return `⟨U+${code.toString(16).toUpperCase().padStart(4, '0')}⟩`;
}

/** Control and direction characters are written out; each line ends with a newline. */
export function showHidden(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n').replaceAll(hidden, written);
}
