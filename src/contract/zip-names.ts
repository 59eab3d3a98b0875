import { normalizeText } from './normalize-text.ts';

/** UTF-8; Linux allows 255, and what stands before or after a name needs some. */
const mostBytes = 200;
/** Read of a name. */
const mostRead = 1_000;
const unsafe = /[<>:"/\\|?*\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;
const devices = /^(con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[\d\u00b9\u00b2\u00b3])(?= *(?:\.|$))/iu;
const ending = /(?<=.)\.[^.\s]{1,10}$/u;

/** Browsers of 2023 may have no segmenter. */
const letters =
  typeof Intl.Segmenter === 'undefined' ? null : new Intl.Segmenter('en', { granularity: 'grapheme' });

function* lettersOf(text: string): Generator<string> {
  if (letters === null) yield* text;
  else for (const { segment } of letters.segment(text)) yield segment;
}

const bytesOf = (text: string): number => new TextEncoder().encode(text).length;

/** A beginning with whole letters of any script. @param most UTF-16 units @param bytes in UTF-8 */
export function shortened(text: string, most: number, bytes = Infinity): string {
  if (text.length <= most && (3 * text.length <= bytes || bytesOf(text) <= bytes)) return text;
  let short = '';
  let left = bytes;
  for (const letter of lettersOf(text)) {
    left -= bytesOf(letter);
    if (left < 0 || short.length + letter.length > most) break;
    short += letter;
  }
  return short;
}

const safeName = (name: string): string => {
  const safe = name
    .replace(unsafe, '_')
    .replace(devices, '_$1')
    .replace(/[. ]+$/, '_')
    .replace(/^ +/, '');
  return safe === '' ? '_' : safe;
};

/**
 * A name in a ZIP that every system can unpack: forbidden characters become `_`, the ending stays.
 * @param most UTF-16 units: Windows allows 260 in a path
 */
export function entryName(name: string, most = Infinity): string {
  const safe = safeName(normalizeText(name.toWellFormed(), 'NFC', mostRead));
  if (safe.length <= most && bytesOf(safe) <= mostBytes) return safe;
  const tail = ending.exec(safe)?.[0] ?? '';
  const stem = safe.slice(0, safe.length - tail.length);
  return safeName(shortened(stem, most - tail.length, mostBytes - bytesOf(tail)).trimEnd() + tail);
}

/** The same for names of one folder: the second of equal ones gets a number, also without regard to case. */
export function distinctEntryNames(names: readonly string[]): string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    const safe = entryName(name);
    const tail = ending.exec(safe)?.[0] ?? '';
    const stem = safe.slice(0, safe.length - tail.length);
    let next = safe;
    for (let count = 2; taken.has(next.toLowerCase()); count++) next = `${stem} (${count})${tail}`;
    taken.add(next.toLowerCase());
    return next;
  });
}
