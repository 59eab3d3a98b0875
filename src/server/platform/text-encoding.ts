import { createReadStream } from 'node:fs';
import { encodingOfStart, makeEncodingCount, type TextEncoding } from '#contract/text-encoding';

export async function encodingOfFile(file: string): Promise<TextEncoding> {
  const count = makeEncodingCount();
  let isStart = true;
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
    const marked = isStart ? encodingOfStart(chunk) : null;
    if (marked !== null) return marked;
    isStart = false;
    count.add(chunk);
  }
  return count.encoding(true);
}

/** Null if not UTF-8. */
export function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

export function locationOfBadByte(bytes: Buffer): { line: number; column: number } {
  let line = 1;
  for (let start = 0; start < bytes.length; line += 1) {
    const end = bytes.indexOf(10, start);
    const part = bytes.subarray(start, end < 0 ? bytes.length : end);
    if (decodeUtf8(part) === null) {
      const good = part.toString('utf8').indexOf('\uFFFD');
      return { line, column: Math.max(good, 0) + 1 };
    }
    if (end < 0) break;
    start = end + 1;
  }
  return { line, column: 1 };
}
