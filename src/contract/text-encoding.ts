/** `windows-1252`: spreadsheets on Windows by default. */
export type TextEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

const startBytes = 2_000;
/** Control characters but tab, line ends, form feed, escape. */
// eslint-disable-next-line no-control-regex
const binary = /[\0-\x08\x0B\x0E-\x1A\x1C-\x1F]/;
const isBinary = Array.from({ length: 0x20 }, (_, code) => binary.test(String.fromCharCode(code)));

/** By byte order mark, or by zero bytes. */
export function encodingOfStart(start: Uint8Array): TextEncoding | null {
  const [first, second, third] = start;
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  // UTF-16 of Latin letters has zeros at every other byte.
  const part = start.subarray(0, Math.min(start.length, startBytes) & ~1);
  const zeros = (offset: number) => part.filter((byte, index) => index % 2 === offset && byte === 0).length;
  const isWide = (offset: number, encoding: TextEncoding) =>
    part.length > 2 &&
    zeros(offset) > part.length * 0.2 &&
    !binary.test(new TextDecoder(encoding).decode(part));
  if (isWide(1, 'utf-16le')) return 'utf-16le';
  return isWide(0, 'utf-16be') ? 'utf-16be' : null;
}

/** In faulty UTF-8 most bytes above ASCII still combine, in Windows-1252 hardly any. */
export function makeEncodingCount() {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let bytes = 0;
  let characters = 0;
  let bad = 0;
  const take = (text: string): void => {
    characters += text.length;
    for (let at = text.indexOf('\uFFFD'); at >= 0; at = text.indexOf('\uFFFD', at + 1)) bad += 1;
  };
  return {
    add(chunk: Uint8Array): void {
      bytes += chunk.length;
      take(decoder.decode(chunk, { stream: true }));
    },
    /** @param isWhole else the last character may be cut */
    encoding(isWhole: boolean): TextEncoding {
      if (isWhole) take(decoder.decode());
      // Bytes that continue a character.
      const fitting = bytes - characters;
      return bad === 0 || (fitting > 0 && fitting >= bad) ? 'utf-8' : 'windows-1252';
    },
  };
}

/** Per cent of a text in an old European encoding. */
const leastAscii = 70;

/** Null for no text. @param isWhole else the last character may be cut */
export function encodingOf(bytes: Uint8Array, isWhole = false): TextEncoding | null {
  const marked = encodingOfStart(bytes);
  if (marked !== null && marked !== 'utf-8') return marked;
  if (bytes.some((byte) => byte < 0x20 && isBinary[byte])) return null;
  if (marked !== null) return marked;
  const count = makeEncodingCount();
  count.add(bytes);
  const encoding = count.encoding(isWhole);
  if (encoding === 'utf-8') return encoding;
  const ascii = bytes.reduce((sum, byte) => sum + (byte < 0x80 ? 1 : 0), 0);
  return ascii * 100 >= bytes.length * leastAscii ? encoding : null;
}

/** A character cut at the end is omitted. */
export function decodeText(bytes: Uint8Array, encoding: TextEncoding): string {
  return new TextDecoder(encoding).decode(bytes, { stream: true });
}
