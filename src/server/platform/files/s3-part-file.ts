import { randomUUID } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import path from 'node:path';
import { makeFileAppender } from './file-appender.ts';
import { stagingName } from './local-folders.ts';
import { privateFile } from './private-files.ts';

/** On disk, to save memory on slow connections. */
export type PartFile = {
  bytes: number;
  append(chunk: Buffer): Promise<void> | undefined;
  read(): Promise<Buffer>;
  reset(): Promise<void>;
  remove(): Promise<void>;
};

/** @param staging its folder; the next start removes what a crash leaves */
export async function openPartFile(staging: string): Promise<PartFile> {
  const file = path.join(staging, stagingName(randomUUID()));
  const handle = await open(file, 'wx+', privateFile);
  let appender = makeFileAppender(handle, 0);
  const part: PartFile = {
    bytes: 0,
    append(chunk) {
      part.bytes += chunk.length;
      return appender.append(chunk);
    },
    async read() {
      await appender.flush();
      const buffer = Buffer.allocUnsafeSlow(part.bytes);
      for (let at = 0; at < buffer.length;) {
        const { bytesRead } = await handle.read(buffer, at, buffer.length - at, at);
        if (bytesRead === 0) throw new Error('A part on this disk has lost bytes');
        at += bytesRead;
      }
      return buffer;
    },
    async reset() {
      await handle.truncate(0);
      part.bytes = 0;
      appender = makeFileAppender(handle, 0);
    },
    async remove() {
      await appender.flush().catch(() => {});
      await handle.close();
      await rm(file, { force: true });
    },
  };
  return part;
}
