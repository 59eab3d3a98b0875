import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { CsvExport } from '#server/data-exports/csv-export';
import { CommandFailed } from './failure-lines.ts';

/**
 * Writes an export to a file, atomically (temporary file and rename): what fails leaves the earlier file as it was.
 * @param open opens the export, once it is known that there is a place for it
 * @returns how many lines were written, besides the header
 */
export async function writeCsvFile(out: string, open: () => Promise<CsvExport>): Promise<number> {
  const target = path.resolve(out);
  await refuseTarget(target, out);
  const { body, written } = await open();
  const temporary = path.join(path.dirname(target), `.${path.basename(target)}.${randomUUID()}`);
  try {
    // It holds what people wrote and how they were marked.
    await pipeline(body, createWriteStream(temporary, { mode: 0o600, flush: true }));
    await rename(temporary, target);
  } catch (error) {
    await rm(temporary, { force: true });
    if (error instanceof Error && 'syscall' in error)
      throw new CommandFailed(`${out} could not be written: ${error.message}`);
    throw error;
  }
  return written();
}

async function refuseTarget(target: string, out: string): Promise<void> {
  const folder = await stat(path.dirname(target)).catch(() => null);
  if (!folder?.isDirectory()) throw new CommandFailed(`There is no folder ${path.dirname(out)} to write to.`);
  if ((await stat(target).catch(() => null))?.isDirectory())
    throw new CommandFailed(`${out} is a folder; name a file.`);
}
