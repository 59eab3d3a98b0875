import { create } from 'content-disposition';
import { limits } from '#contract/limits';
import { normalizeText } from '#contract/normalize-text';

/** RFC 6266; letters beyond ASCII also as UTF-8 (RFC 8187). */
export function asAttachment(name: string): string {
  const fallback = normalizeText(name, 'NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]|["\\%]/g, '_');
  return create(name.toWellFormed(), { fallback });
}

/** Control characters, line separators and direction marks, which disguise names. */
const unsafeCharacters = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;
const ending = /\.[^.\s]{1,30}$/u;

/** The last part of a path, any script, at most `limits.fileName` characters; cut before the ending. */
export function cleanFileName(original: string): string {
  const last = original.toWellFormed().replace(unsafeCharacters, '').split(/[/\\]/).at(-1) as string;
  const name = last.trim();
  if (/^\.*$/.test(name)) return 'file';
  if (name.length <= limits.fileName) return name;
  const tail = ending.exec(name)?.[0] ?? '';
  let stem = '';
  for (const character of name.slice(0, name.length - tail.length)) {
    if (stem.length + character.length + tail.length > limits.fileName) break;
    stem += character;
  }
  return stem + tail;
}
