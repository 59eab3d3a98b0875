const unsafe = /[<>:"/\\|?*\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;
const devices = /^(con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[\d\u00b9\u00b2\u00b3])(?= *(?:\.|$))/iu;

/** A file name that every system can unpack; forbidden characters become `_`. */
export function entryName(name: string): string {
  const safe = name
    .toWellFormed()
    .normalize('NFC')
    .replace(unsafe, '_')
    .replace(devices, '_$1')
    .replace(/[. ]+$/, '_')
    .replace(/^ +/, '');
  return safe === '' ? '_' : safe;
}

const letters = new Intl.Segmenter('en', { granularity: 'grapheme' });
const ending = /\.[^.\s]{1,10}$/u;

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
  const tail = ending.exec(safe)?.[0] ?? '';
  return safe.length <= most
    ? safe
    : entryName(shortened(safe.slice(0, safe.length - tail.length), most - tail.length).trimEnd() + tail);
}
