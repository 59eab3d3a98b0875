import { createHash, randomUUID } from 'node:crypto';
import { open, rm, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { httpErrors } from '../http/http-errors.ts';
import { FileTooLarge, SourceFailed } from './file-store.ts';
import { stagingName } from './local-folders.ts';

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/** A full disk is nobody's mistake: whoever hands in is asked to come back. */
export async function mapDiskFull<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (!['ENOSPC', 'EDQUOT'].includes(codeOf(error))) throw error;
    throw httpErrors.busy('There is no room for files just now. Please try again in a few minutes.', 60);
  }
}

/** Writes a stream into a file; while one chunk is on its way to the disk the next one is hashed. */
async function write(
  source: Readable,
  handle: FileHandle,
  most: number,
): Promise<{ sha256: string; bytes: number }> {
  const hash = createHash('sha256');
  const chunks = source.iterator({ destroyOnReturn: false }) as AsyncIterator<Buffer>;
  let bytes = 0;
  let writing: Promise<void> = Promise.resolve();
  try {
    for (;;) {
      const { done, value } = await chunks.next().catch((cause: unknown) => {
        throw new SourceFailed('The bytes broke off', { cause });
      });
      if (done === true) break;
      bytes += value.length;
      if (bytes > most) throw new FileTooLarge();
      hash.update(value);
      await writing;
      writing = handle.appendFile(value);
      // Whoever awaits it next hears of a failure; until then it is nobody's.
      writing.catch(() => {});
    }
    await writing;
  } catch (error) {
    // Lets go of the source: else it would wait for this reader for ever. The file is not closed under a write.
    await chunks.return?.();
    await writing.catch(() => {});
    throw error;
  }
  return { sha256: hash.digest('hex'), bytes };
}

/** Bytes in a temporary file. */
export type Temporary = { path: string; sha256: string; bytes: number };

/**
 * Streams bytes into a temporary file while hashing them; whatever fails, no file stays behind.
 * @param folder the staging folder
 * @param options.most how many bytes may arrive
 * @param options.sync whether the file must survive the machine's death once this resolves
 * @throws what `FileStore.stage` throws
 */
export async function stageFile(
  folder: string,
  source: Readable,
  { most, sync }: { most: number; sync: boolean },
): Promise<Temporary> {
  const temporary = path.join(folder, stagingName(randomUUID()));
  try {
    const written = await mapDiskFull(async () => {
      const handle = await open(temporary, 'wx');
      try {
        const result = await write(source, handle, most);
        if (sync) await handle.sync();
        return result;
      } finally {
        await handle.close();
      }
    });
    return { path: temporary, ...written };
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}
