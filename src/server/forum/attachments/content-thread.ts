import { readFile } from 'node:fs/promises';
import { makeBoundedThread } from '../../platform/bounded-thread.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import type { Job } from './content-worker.ts';
import { readContent, type AttachmentContent } from './read-content.ts';

const retrySeconds = 10;
/** Milliseconds, with the wait for others' files. */
const longestMs = 15_000;

/** Bytes: reading fewer is faster than starting the thread. */
const fewBytes = 32_768;

export type ContentThread = {
  /** @throws what `readContent` throws; 503 if too busy */
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
      // Buffers arrive as plain Uint8Arrays.
      const { buffer, byteOffset, length } = content.bytes;
      return { ...content, bytes: Buffer.from(buffer, byteOffset, length) };
    },
    close,
  };
}
