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

const unsafeInEntries = /[<>:"/\\|?*\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;
const devices = /^(con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[\d\u00b9\u00b2\u00b3])(?= *(?:\.|$))/iu;

/** A ZIP entry's name that every system can unpack; forbidden characters become `_`. */
export function entryName(name: string): string {
  const safe = normalizeText(name.toWellFormed(), 'NFC')
    .replace(unsafeInEntries, '_')
    .replace(devices, '_$1')
    .replace(/[. ]+$/, '_')
    .replace(/^ +/, '');
  return safe === '' ? '_' : safe;
}

const letters = new Intl.Segmenter('en', { granularity: 'grapheme' });
const entryEnding = /\.[^.\s]{1,10}$/u;

/** A beginning of at most `most` UTF-16 units, with whole letters of any script. */
export function shortened(text: string, most: number): string {
  if (text.length <= most) return text;
  let short = '';
  for (const { segment } of letters.segment(text)) {
    if (short.length + segment.length > most) break;
    short += segment;
  }
  return short;
}

/** As `entryName`, cut before its ending: Windows allows 260 characters in a path, Linux 255 bytes in a name. */
export function shortEntryName(name: string, most: number): string {
  const safe = entryName(name);
  const tail = entryEnding.exec(safe)?.[0] ?? '';
  return safe.length <= most
    ? safe
    : entryName(shortened(safe.slice(0, safe.length - tail.length), most - tail.length).trimEnd() + tail);
}
