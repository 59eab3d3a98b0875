import { createHash } from 'node:crypto';
import { textPages, type TextPage } from '#contract/screens';

/** In bytes: about 15,000 words. */
export const maxTextBytes = 100 * 1024;

export const pageOfFile: ReadonlyMap<string, TextPage> = new Map(
  (Object.keys(textPages) as TextPage[]).map((page) => [textPages[page].file, page]),
);

/** Null for a valid text. */
export function textFault(text: string): string | null {
  if (Buffer.byteLength(text) > maxTextBytes) return `it is larger than ${maxTextBytes / 1024} KB`;
  if (text.includes('\0')) return 'it is not text';
  return text.trim() === '' ? 'it is empty' : null;
}

export function hashText(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
