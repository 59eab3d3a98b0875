/** What some system's file names may not hold. */
const unsafe = /[<>:"/\\|?*\p{Cc}]/gu;
const devices = /^(con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i;

/** A submitted file's name as every system can unpack it: any script stays, what a system forbids becomes `_`. */
export function entryName(name: string): string {
  const safe = name
    .replace(unsafe, '_')
    .replace(devices, '_$1')
    .replace(/[. ]+$/, '_');
  return safe === '' ? '_' : safe;
}
