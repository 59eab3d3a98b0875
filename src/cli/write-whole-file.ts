import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { CommandFailed } from './failure-lines.ts';

/**
 * Writes what leaves the portal to a file, atomically (temporary file and rename), for its owner alone: what fails leaves the
 * earlier file as it was.
 * @param open opens what is written, once it is known that there is a place for it
 * @returns how many bytes were written
 */
export async function writeWholeFile(out: string, open: () => Promise<Readable>): Promise<number> {
  const target = path.resolve(out);
  await refuseTarget(target, out);
  const body = await open();
  const temporary = path.join(path.dirname(target), `.${path.basename(target)}.${randomUUID()}`);
  // It holds what people wrote and how they were marked.
  const file = createWriteStream(temporary, { mode: 0o600, flush: true });
  try {
    await pipeline(body, file);
    await rename(temporary, target);
  } catch (error) {
    await rm(temporary, { force: true });
    if (error instanceof Error && 'syscall' in error)
      throw new CommandFailed(`${out} could not be written: ${error.message}`);
    throw error;
  }
  return file.bytesWritten;
}

async function refuseTarget(target: string, out: string): Promise<void> {
  const folder = await stat(path.dirname(target)).catch(() => null);
  if (!folder?.isDirectory()) throw new CommandFailed(`There is no folder ${path.dirname(out)} to write to.`);
  if ((await stat(target).catch(() => null))?.isDirectory())
    throw new CommandFailed(`${out} is a folder; name a file.`);
}
