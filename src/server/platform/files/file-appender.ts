import type { FileHandle } from 'node:fs/promises';

/** How much may wait for the disk before whoever appends has to wait too, in bytes. */
const maxWaiting = 512 * 1024;

/** Writes chunks one after the other to a file. */
export type FileAppender = {
  /** @returns a promise when the disk is behind: to be awaited before the next chunk; it rejects when a write failed */
  append(chunk: Buffer): Promise<void> | undefined;
  /** Resolves when everything has been handed to the system, and rejects when a write failed. */
  flush(): Promise<void>;
};

async function writeAll(handle: FileHandle, chunks: Buffer[], position: number): Promise<void> {
  let rest = chunks;
  for (let at = position; rest.length > 0;) {
    const { bytesWritten } = await handle.writev(rest, at);
    at += bytesWritten;
    // The system may take a part only, as before a disk is full.
    let taken = bytesWritten;
    const next = rest.findIndex((chunk) => (taken -= chunk.length) < 0);
    if (next === -1) return;
    const [cut, ...others] = rest.slice(next) as [Buffer, ...Buffer[]];
    rest = [cut.subarray(cut.length + taken), ...others];
  }
}

/**
 * Chunks that arrive while one write is under way go together with the next: each call costs a change of threads, and a
 * file of 2 MB arrives in 32 chunks.
 * @param position where in the file the first chunk goes
 */
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
        // A failure stays in `writing`, where the next one who waits finds it.
        writing.catch(() => {});
      }
      return waitingBytes > maxWaiting ? writing : undefined;
    },
    async flush() {
      await writing;
    },
  };
}
