import { open } from 'node:fs/promises';
import { readCsv } from './read-csv.ts';
import { readXlsx } from './read-xlsx.ts';
import { SheetRefused, type SheetRow } from './sheet.ts';

const beginsWith = (bytes: Uint8Array, ...signature: number[]) =>
  signature.every((byte, index) => bytes[index] === byte);

/**
 * By content. @param file a path
 * @throws SheetRefused
 */
export async function* readSheet(file: string): AsyncGenerator<SheetRow[]> {
  const handle = await open(file, 'r');
  const start = Buffer.alloc(8);
  try {
    await handle.read(start, 0, 8, 0);
  } finally {
    await handle.close();
  }
  if (beginsWith(start, 0x50, 0x4b)) return yield* readXlsx(file);
  if (beginsWith(start, 0xd0, 0xcf, 0x11, 0xe0))
    throw new SheetRefused(
      'This is an old XLS file, or it has a password. Save it as XLSX without a password, or as CSV.',
    );
  if (beginsWith(start, 0x25, 0x50, 0x44, 0x46))
    throw new SheetRefused('This is a PDF. Save the list as XLSX or CSV.');
  yield* readCsv(file);
}
