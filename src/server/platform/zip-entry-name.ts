import { isUtf8 } from 'node:buffer';
import { getFileNameLowLevel, type Entry } from 'yauzl';

const utf8Flag = 0x800;

/**
 * macOS writes UTF-8 without the flag; otherwise it is DOS's code page. Unsafe paths are fine: nothing is
 * unpacked.
 */
export function zipEntryName({ generalPurposeBitFlag, fileNameRaw, extraFields }: Entry): string {
  const flag = isUtf8(fileNameRaw) ? generalPurposeBitFlag | utf8Flag : generalPurposeBitFlag;
  // macOS separates letters and marks.
  return getFileNameLowLevel(flag, fileNameRaw, extraFields, true).normalize('NFC');
}
