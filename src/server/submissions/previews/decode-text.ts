/** How text is kept in a file, by its first bytes. */
export type TextEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

/** Bytes that no text of one byte a character has: control characters but tab, line ends, form feed and escape. */
function hasBinaryBytes(bytes: Uint8Array): boolean {
  return bytes.some(
    (byte) => byte < 0x20 && byte !== 9 && byte !== 10 && byte !== 12 && byte !== 13 && byte !== 27,
  );
}

/** Whether bytes are UTF-8, but for a character that their end cuts. */
function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}

/** So many of a hundred bytes of a text in one of Europe's old encodings are plain ASCII, at least. */
const leastAscii = 70;

/**
 * The encoding of a text; null for what is no text. UTF-16 needs its byte order mark, and what is neither that nor UTF-8 is
 * taken for Latin where most of it is plain.
 * @param head the file's first bytes
 */
export function encodingOf(head: Uint8Array): TextEncoding | null {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  if (hasBinaryBytes(head)) return null;
  if (isUtf8(head)) return 'utf-8';
  const ascii = head.reduce((count, byte) => count + (byte < 0x80 ? 1 : 0), 0);
  return ascii * 100 >= head.length * leastAscii ? 'windows-1252' : null;
}

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

/** Decodes a text's beginning; a character that its end cuts is left out. */
export function decodeText(bytes: Uint8Array, encoding: TextEncoding): string {
  return new TextDecoder(encoding).decode(bytes, { stream: true });
}
