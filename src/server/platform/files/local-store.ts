import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { access, mkdir, open, readdir, rename, rm, stat, unlink } from 'node:fs/promises';
import path from 'node:path';
import { Transform, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { FileTooLarge, type FileStore, type StagedFile } from './file-store.ts';

const dayMs = 24 * 60 * 60_000;

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}

/**
 * Keeps files in a folder by the SHA-256 of their bytes. Bytes arrive in a temporary file on the same disk; keeping
 * them is: file synced, renamed to its address, folder synced. A crash leaves at most a temporary file.
 * @param root the folder; it is made when absent
 */
export async function openLocalStore(root: string): Promise<FileStore> {
  const staging = path.join(root, 'staging');
  await mkdir(staging, { recursive: true });
  // What a crash left behind: nothing that arrives takes a day.
  for (const name of await readdir(staging)) {
    const file = path.join(staging, name);
    const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: Date.now() }));
    if (Date.now() - mtimeMs > dayMs) await rm(file, { force: true });
  }

  const folderOf = (sha256: string) => path.join(root, sha256.slice(0, 2));
  const addressOf = (sha256: string) => path.join(folderOf(sha256), sha256);

  async function keep(temporary: string, sha256: string): Promise<void> {
    const address = addressOf(sha256);
    if (await exists(address)) {
      // Whoever kept these bytes first may not have synced the folder yet.
      await syncFolder(folderOf(sha256));
      await unlink(temporary);
      return;
    }
    if ((await mkdir(folderOf(sha256), { recursive: true })) !== undefined) await syncFolder(root);
    await rename(temporary, address);
    await syncFolder(folderOf(sha256));
  }

  return {
    async stage(source: Readable, most: number): Promise<StagedFile> {
      const temporary = path.join(staging, randomUUID());
      const handle = await open(temporary, 'wx');
      const hash = createHash('sha256');
      let bytes = 0;
      const measure = new Transform({
        transform(chunk: Buffer, _encoding, done) {
          bytes += chunk.length;
          if (bytes > most) return done(new FileTooLarge());
          hash.update(chunk);
          done(null, chunk);
        },
      });
      try {
        await pipeline(source, measure, handle.createWriteStream({ autoClose: false }));
        await handle.sync();
      } catch (error) {
        await handle.close();
        await rm(temporary, { force: true });
        throw error;
      }
      await handle.close();
      const sha256 = hash.digest('hex');
      return {
        sha256,
        bytes,
        keep: () => keep(temporary, sha256),
        discard: () => rm(temporary, { force: true }),
      };
    },

    async read(sha256, range) {
      const address = addressOf(sha256);
      const handle = await open(address, 'r');
      return createReadStream(address, { fd: handle, ...range });
    },
  };
}
