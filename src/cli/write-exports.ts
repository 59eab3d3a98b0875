import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { catalogueEntries, recordCatalogueExport } from '#server/catalogue/catalogue-entries';
import type { AppContext } from '#server/platform/context';
import { codeOf } from '#server/platform/error-code';
import { reportProgress } from '#server/platform/progress';
import type { CsvExport } from '#server/platform/csv-stream';
import { CommandFailed } from './failure-lines.ts';

async function requireParent(target: string, out: string): Promise<void> {
  const parent = await stat(path.dirname(target)).catch(() => null);
  if (!parent?.isDirectory()) throw new CommandFailed(`There is no folder ${path.dirname(out)} to write to.`);
}

/** A failed export leaves the earlier file as it was. @throws CommandFailed when the file system refuses */
async function writeAtomically<T>(
  target: string,
  out: string,
  write: (temporary: string) => Promise<T>,
): Promise<T> {
  const temporary = path.join(path.dirname(target), `.${path.basename(target)}.${randomUUID()}`);
  try {
    const result = await write(temporary);
    await rename(temporary, target);
    return result;
  } catch (error) {
    await rm(temporary, { recursive: true, force: true });
    if (error instanceof Error && 'syscall' in error)
      throw new CommandFailed(`${out} could not be written: ${error.message}`);
    throw error;
  }
}

/** For the line that says what was written. */
export const inPlaceOf = async (out: string): Promise<string> =>
  (await stat(path.resolve(out)).catch(() => null))?.isFile() === true
    ? ', in place of the earlier file'
    : '';

/**
 * Replaces an earlier file. The file is readable for its owner only: it holds personal data.
 * @param open called once the target has been checked
 * @returns the number of bytes
 */
export async function writeWholeFile(
  out: string,
  open: () => Promise<Readable>,
  onBytes = (count: number) => reportProgress('Bytes written', count, null),
): Promise<number> {
  const target = path.resolve(out);
  await requireParent(target, out);
  if ((await stat(target).catch(() => null))?.isDirectory())
    throw new CommandFailed(`${out} is a folder; name a file.`);
  const body = await open();
  return writeAtomically(target, out, async (temporary) => {
    const file = createWriteStream(temporary, { mode: 0o600, flush: true });
    async function* watched(): AsyncGenerator<Buffer> {
      for await (const bytes of body) {
        onBytes(file.bytesWritten);
        yield bytes as Buffer;
      }
    }
    await pipeline(watched, file);
    return file.bytesWritten;
  });
}

/**
 * @param total of lines; null if it is not known
 * @returns the number of lines without the header
 */
export async function writeCsvFile(
  out: string,
  open: () => Promise<CsvExport>,
  total: number | null = null,
): Promise<number> {
  let lines = (): number => 0;
  const openBody = async () => {
    const { body, written } = await open();
    lines = written;
    return body;
  };
  await writeWholeFile(out, openBody, () => reportProgress('Lines written', lines(), total));
  return lines();
}

async function isEmptyFolder(target: string, out: string): Promise<boolean> {
  const names = await readdir(target).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return null;
    throw new CommandFailed(`${out} is not a folder; name a new or an empty one.`);
  });
  if (names !== null && names.length > 0)
    throw new CommandFailed(`${out} is not empty; name a new or an empty folder.`);
  return names !== null;
}

export async function exportCatalogue(
  context: Pick<AppContext, 'database' | 'settings' | 'clock'>,
  out: string,
): Promise<number> {
  const target = path.resolve(out);
  await requireParent(target, out);
  const exists = await isEmptyFolder(target, out);
  await recordCatalogueExport(context, null);
  return writeAtomically(target, out, async (temporary) => {
    let count = 0;
    await mkdir(temporary);
    for await (const { name, body } of catalogueEntries(context)) {
      const file = path.join(temporary, ...name.split('/'));
      await mkdir(path.dirname(file), { recursive: true });
      await writeFile(file, body, { flush: true });
      count += 1;
      reportProgress('Files written', count, null);
    }
    if (exists) await rmdir(target);
    return count;
  });
}
