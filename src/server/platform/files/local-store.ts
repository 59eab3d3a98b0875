import { createHash, randomUUID } from 'node:crypto';
import { open, rename, rm, stat } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { problems } from '../http/problems.ts';
import { FileDamaged, FileTooLarge, SourceFailed, type FileStore, type StagedFile } from './file-store.ts';
import { prepareFolders, stagingName, syncFolder } from './local-folders.ts';

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/** A full disk is nobody's mistake: whoever hands in is asked to come back. */
async function withRoom<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (!['ENOSPC', 'EDQUOT'].includes(codeOf(error))) throw error;
    throw problems.busy('There is no room for files just now. Please try again in a few minutes.', 60);
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

/**
 * Keeps files in a folder by the SHA-256 of their bytes. Bytes arrive in a temporary file on the same disk; keeping
 * them is: file synced, renamed to its address, folder synced. A crash leaves at most a temporary file, which the
 * next opening removes.
 * @param root the folder; it is made when absent
 */
export async function openLocalStore(root: string): Promise<FileStore> {
  const { staging, ensure, addressOf } = await prepareFolders(root);

  async function keep(
    temporary: string,
    { sha256, bytes }: { sha256: string; bytes: number },
  ): Promise<void> {
    const address = addressOf(sha256);
    await withRoom(() => ensure(sha256));
    const kept = await stat(address).catch(() => null);
    // Equal bytes were synced before they got their address, but whoever kept them may not have synced the folder yet.
    if (kept?.size === bytes) await rm(temporary, { force: true });
    else await withRoom(() => rename(temporary, address));
    await syncFolder(path.dirname(address));
  }

  return {
    async stage(source: Readable, most: number): Promise<StagedFile> {
      const temporary = path.join(staging, stagingName(randomUUID()));
      try {
        const written = await withRoom(async () => {
          const handle = await open(temporary, 'wx');
          try {
            const result = await write(source, handle, most);
            await handle.sync();
            return result;
          } finally {
            await handle.close();
          }
        });
        return {
          ...written,
          keep: () => keep(temporary, written),
          discard: () => rm(temporary, { force: true }),
        };
      } catch (error) {
        await rm(temporary, { force: true });
        throw error;
      }
    },

    async read(sha256, bytes, range) {
      let handle: FileHandle;
      try {
        handle = await open(addressOf(sha256), 'r');
      } catch (cause) {
        if (codeOf(cause) !== 'ENOENT') throw cause;
        throw new FileDamaged(`The bytes of ${sha256} are missing`, { cause });
      }
      const { size } = await handle.stat();
      if (size === bytes) return handle.createReadStream(range);
      await handle.close();
      throw new FileDamaged(`${sha256} has ${size} bytes in place of ${bytes}`);
    },
  };
}
