import { createHash, randomUUID } from 'node:crypto';
import { open, rm, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import type { WriteMonitor } from '../write-monitor.ts';
import { makeFileAppender } from './file-appender.ts';
import { FileTooLarge, SourceFailed } from './file-store.ts';
import { stagingName, privateFile } from './local-folders.ts';

/** Hashes a chunk while others are written. */
async function write(
  source: Readable,
  handle: FileHandle,
  maxBytes: number,
): Promise<{ sha256: string; bytes: number }> {
  const hash = createHash('sha256');
  const chunks = source.iterator({ destroyOnReturn: false }) as AsyncIterator<Buffer>;
  const appender = makeFileAppender(handle, 0);
  let bytes = 0;
  try {
    for (;;) {
      const { done, value } = await chunks.next().catch((cause: unknown) => {
        throw new SourceFailed('The bytes broke off', { cause });
      });
      if (done === true) break;
      bytes += value.length;
      if (bytes > maxBytes) throw new FileTooLarge();
      const behind = appender.append(value);
      hash.update(value);
      if (behind !== undefined) await behind;
    }
    await appender.flush();
  } catch (error) {
    // Releases the source and awaits the pending write.
    await chunks.return?.();
    await appender.flush().catch(() => {});
    throw error;
  }
  return { sha256: hash.digest('hex'), bytes };
}

export type Temporary = { path: string; sha256: string; bytes: number };

/**
 * Leaves no file on failure.
 * @param options.sync whether to fsync
 * @param options.writes of the folder's disk
 * @throws what `FileStore.stage` throws
 */
export async function stageFile(
  folder: string,
  source: Readable,
  { maxBytes, sync, writes }: { maxBytes: number; sync: boolean; writes: WriteMonitor },
): Promise<Temporary> {
  const temporary = path.join(folder, stagingName(randomUUID()));
  try {
    const written = await writes.run(async () => {
      const handle = await open(temporary, 'wx', privateFile);
      try {
        const result = await write(source, handle, maxBytes);
        if (sync) await handle.sync();
        return result;
      } finally {
        await handle.close();
      }
    });
    return { path: temporary, ...written };
  } catch (error) {
    // Must not hide the first error.
    await rm(temporary, { force: true }).catch(() => {});
    throw error;
  }
}
