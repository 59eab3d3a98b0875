import { isUtf8 } from 'node:buffer';
import { getFileNameLowLevel, type Entry } from 'yauzl';

/** A bit of an entry that says that its name is UTF-8. */
const utf8Flag = 0x800;

/**
 * The name of a ZIP's entry. macOS writes UTF-8 and does not say so; what is no UTF-8 is the old code page of DOS. What would be
 * dangerous to unpack is harmless to read.
 */
export function zipEntryName({ generalPurposeBitFlag, fileNameRaw, extraFields }: Entry): string {
  const flag = isUtf8(fileNameRaw) ? generalPurposeBitFlag | utf8Flag : generalPurposeBitFlag;
  // macOS takes letters and their marks apart.
  return getFileNameLowLevel(flag, fileNameRaw, extraFields, true).normalize('NFC');
}
