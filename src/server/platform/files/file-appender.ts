import type { FileHandle } from 'node:fs/promises';

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
