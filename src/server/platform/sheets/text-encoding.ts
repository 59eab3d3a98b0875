import { createReadStream } from 'node:fs';

/** How a text file is written; `windows-1252` is what spreadsheets on Windows save where they do not say UTF-8. */
export type TextEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

/** The encoding that the beginning of a file tells by its byte order mark, or by where its zero bytes are; else null. */
export function encodingOfStart(start: Uint8Array): TextEncoding | null {
  const [first, second, third] = start;
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  // Without a mark: of Latin letters in UTF-16 every other byte is zero.
  const pairs = Math.floor(Math.min(start.length, 2_000) / 2);
  const zeros = (offset: number) =>
    Array.from({ length: pairs }, (_, index) => start[index * 2 + offset]).filter((byte) => byte === 0)
      .length;
  if (pairs > 1 && zeros(1) > pairs * 0.4) return 'utf-16le';
  if (pairs > 1 && zeros(0) > pairs * 0.4) return 'utf-16be';
  return null;
}

/** The encoding of a text file: what its beginning tells, else UTF-8 where all of it is, else Windows-1252. */
export async function encodingOf(file: string): Promise<TextEncoding> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let isStart = true;
  try {
    for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
      const told = isStart ? encodingOfStart(chunk) : null;
      if (told !== null) return told;
      isStart = false;
      decoder.decode(chunk, { stream: true });
    }
    decoder.decode();
    return 'utf-8';
  } catch (error) {
    if (error instanceof TypeError) return 'windows-1252';
    throw error;
  }
}

/** The text of bytes that lie in memory, by the same rules. */
export function decodeText(bytes: Uint8Array): string {
  const told = encodingOfStart(bytes);
  if (told !== null) return new TextDecoder(told).decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
