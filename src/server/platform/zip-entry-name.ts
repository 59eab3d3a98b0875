import { isUtf8 } from 'node:buffer';
import { getFileNameLowLevel, type Entry } from 'yauzl';

const utf8Flag = 0x800;

/** UTF-8, which macOS does not flag, or DOS's code page. Unsafe paths are harmless: nothing is unpacked. */
export function zipEntryName({ generalPurposeBitFlag, fileNameRaw, extraFields }: Entry): string {
  const flag = isUtf8(fileNameRaw) ? generalPurposeBitFlag | utf8Flag : generalPurposeBitFlag;
  // macOS separates letters and marks.
  return getFileNameLowLevel(flag, fileNameRaw, extraFields, true).normalize('NFC');
}
