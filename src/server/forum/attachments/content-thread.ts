import { readFile } from 'node:fs/promises';
import { makeBoundedThread } from '../../platform/bounded-thread.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import type { Job } from './content-worker.ts';
import { readContent, type AttachmentContent } from './read-content.ts';

const retrySeconds = 10;
/** Others' files are before it, and nobody minds to wait as long as a file takes to arrive. */
const longestMs = 15_000;

/** To read so few bytes takes less than to start the thread, whatever they are. */
const fewBytes = 32_768;

/** Reads attached files beside the thread that serves everybody. */
export type ContentThread = {
  /** As `readContent`. @throws what it throws; 503 where the thread did not get to it */
  read(name: string, file: { path: string; bytes: number }): Promise<AttachmentContent>;
  close(): Promise<void>;
};

export function makeContentThread(options?: { timeoutMs?: number }): ContentThread {
  const { run, close } = makeBoundedThread<Job, AttachmentContent>(
    new URL('./content-worker.ts', import.meta.url),
    {
      timeoutMs: longestMs,
      ...options,
    },
  );
  return {
    async read(name, { path, bytes }) {
      if (bytes <= fewBytes) return readContent(name, await readFile(path));
      const content = await run({ name, path });
      if (content === null)
        throw httpErrors.busy(
          'The portal is too busy to read this file. Please try again in a moment.',
          retrySeconds,
        );
      // Buffers come as plain arrays of bytes.
      const { buffer, byteOffset, length } = content.bytes;
      return { ...content, bytes: Buffer.from(buffer, byteOffset, length) };
    },
    close,
  };
}
