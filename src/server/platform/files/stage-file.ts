import { createHash, randomUUID } from 'node:crypto';
import { type FileHandle, open, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import type { WriteMonitor } from '../write-monitor.ts';
import { FileTooLarge, SourceFailed } from './file-store.ts';
import { privateFile, stagingName } from './local-folders.ts';

/** Bytes, before `append` asks for a pause. */
const maxWaiting = 512 * 1024;

type FileAppender = {
  /** @returns a promise to await when the disk is behind; rejects after a failed write */
  append(chunk: Buffer): Promise<void> | undefined;
  /** Resolves when the system has everything; rejects after a failed write. */
  flush(): Promise<void>;
};

async function writeAll(handle: FileHandle, chunks: Buffer[], position: number): Promise<void> {
  let rest = chunks;
  for (let at = position; rest.length > 0;) {
    const { bytesWritten } = await handle.writev(rest, at);
    at += bytesWritten;
    // Partial, as on a filling disk.
    let taken = bytesWritten;
    const next = rest.findIndex((chunk) => (taken -= chunk.length) < 0);
    if (next === -1) return;
    const [cut, ...others] = rest.slice(next) as [Buffer, ...Buffer[]];
    rest = [cut.subarray(cut.length + taken), ...others];
  }
}

/** Each write costs a change of threads, so waiting chunks share one. @param position of the first chunk */
export function makeFileAppender(handle: FileHandle, position: number): FileAppender {
  let waiting: Buffer[] = [];
  let waitingBytes = 0;
  let end = position;
  let writing: Promise<void> | null = null;

  async function writeWaiting(): Promise<void> {
    while (waiting.length > 0) {
      const [chunks, at] = [waiting, end];
      end += waitingBytes;
      waiting = [];
      waitingBytes = 0;
      await writeAll(handle, chunks, at);
    }
    writing = null;
  }

  return {
    append(chunk) {
      waiting.push(chunk);
      waitingBytes += chunk.length;
      if (writing === null) {
        writing = writeWaiting();
        // The next call gets the failure.
        writing.catch(() => {});
      }
      return waitingBytes > maxWaiting ? writing : undefined;
    },
    async flush() {
      await writing;
    },
  };
}

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
