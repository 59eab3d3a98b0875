const unsafe = /[<>:"/\\|?*\p{Cc}]/gu;
const devices = /^(con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i;

/** A file name that every system can unpack; forbidden characters become `_`. */
export function entryName(name: string): string {
  const safe = name
    .replace(unsafe, '_')
    .replace(devices, '_$1')
    .replace(/[. ]+$/, '_');
  return safe === '' ? '_' : safe;
}
