import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { catalogueEntries } from '#server/catalogue/catalogue-entries';
import { recordCatalogueExport } from '#server/catalogue/record-export';
import type { AppContext } from '#server/platform/context';
import { codeOf } from '#server/platform/error-code';
import { CommandFailed } from './failure-lines.ts';

/**
 * Writes the catalogue into a new or empty folder, whole or not at all.
 * @returns how many files were written
 */
export async function exportCatalogue(
  context: Pick<AppContext, 'database' | 'settings' | 'clock'>,
  out: string,
): Promise<number> {
  const target = path.resolve(out);
  const isThere = await refuseTarget(target, out);
  const temporary = path.join(path.dirname(target), `.${path.basename(target)}.${randomUUID()}`);
  let count = 0;
  await recordCatalogueExport(context, null);
  try {
    await mkdir(temporary);
    for await (const { name, body } of catalogueEntries(context)) {
      const file = path.join(temporary, ...name.split('/'));
      await mkdir(path.dirname(file), { recursive: true });
      await writeFile(file, body, { flush: true });
      count += 1;
    }
    if (isThere) await rmdir(target);
    await rename(temporary, target);
  } catch (error) {
    await rm(temporary, { recursive: true, force: true });
    if (error instanceof Error && 'syscall' in error)
      throw new CommandFailed(`${out} could not be written: ${error.message}`);
    throw error;
  }
  return count;
}

/** @returns whether there is a folder already, which is empty */
async function refuseTarget(target: string, out: string): Promise<boolean> {
  const parent = await stat(path.dirname(target)).catch(() => null);
  if (!parent?.isDirectory()) throw new CommandFailed(`There is no folder ${path.dirname(out)} to write to.`);
  const names = await readdir(target).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return null;
    throw new CommandFailed(`${out} is no folder; name a new or an empty one.`);
  });
  if (names !== null && names.length > 0)
    throw new CommandFailed(`${out} is not empty; name a new or an empty folder.`);
  return names !== null;
}
