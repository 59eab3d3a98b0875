import { limits } from '#contract/limits';

/** Control characters, line separators, and marks that turn the direction of text: they make a name lie. */
const unsafeCharacters = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;
const ending = /\.[^.\s]{1,30}$/u;

/**
 * A submitted file's name as it is kept: the last part of any path, any script intact, at most `limits.fileName`
 * characters. A name that is too long loses its middle, never its ending.
 */
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
