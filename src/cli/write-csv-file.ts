import type { CsvExport } from '#server/privacy/exports/csv-export';
import { writeWholeFile } from './write-whole-file.ts';

/**
 * Writes an export to a file, whole or not at all.
 * @param open opens the export, once it is known that there is a place for it
 * @returns how many lines were written, besides the header
 */
export async function writeCsvFile(out: string, open: () => Promise<CsvExport>): Promise<number> {
  let lines = (): number => 0;
  await writeWholeFile(out, async () => {
    const { body, written } = await open();
    lines = written;
    return body;
  });
  return lines();
}
