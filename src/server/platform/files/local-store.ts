import { open, readdir, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { FileDamaged, FileMissing, isSha256, type FileStore } from './file-store.ts';
import type { ReadableStagedFile } from './staged-file.ts';
import { prepareFolders, syncFolder, uploadFolderOf } from './local-folders.ts';
import { restoreRemoved, moveAside } from './local-removal.ts';
import { writesCheck } from '../writes-check.ts';
import { monitorDisk } from './disk-writes.ts';
import { makeLocalPartialFiles } from './local-partial-files.ts';
import { makeLocalRecords } from './local-records.ts';
import { stageFile, type Temporary } from './stage-file.ts';

/**
 * `keep` is atomic: fsync of the temporary file, rename, fsync of the folder. A crash leaves at most a
 * temporary file, removed by the next start.
 * @param root created when absent
 */
export async function openLocalStore(root: string): Promise<FileStore> {
  const { staging, ensure, addressOf } = await prepareFolders(root);
  const writes = monitorDisk(staging);

  function toStagedFile({ path: temporary, sha256, bytes }: Temporary): ReadableStagedFile {
    const discard = (): Promise<void> => rm(temporary, { force: true });
    return {
      sha256,
      bytes,
      path: temporary,
      async keep() {
        const address = addressOf(sha256);
        await writes.run(async () => {
          await ensure(sha256);
          // Also replaces equal bytes: that repairs a damaged file.
          await rename(temporary, address);
          await syncFolder(path.dirname(address));
        });
      },
      discard,
    };
  }

  return {
    writes,
    async stage(source: Readable, maxBytes: number): Promise<ReadableStagedFile> {
      return toStagedFile(await stageFile(staging, source, { maxBytes, sync: true, writes }));
    },

    partial: makeLocalPartialFiles({ folder: uploadFolderOf(root), staging, writes, toStagedFile }),

    records: makeLocalRecords(root, writes),

    async read(sha256, bytes, range) {
      let handle: FileHandle;
      try {
        handle = await open(addressOf(sha256), 'r');
      } catch (cause) {
        if (!(cause instanceof Error && 'code' in cause && cause.code === 'ENOENT')) throw cause;
        throw new FileMissing(`The bytes of ${sha256} are missing`, { cause });
      }
      const { size } = await handle.stat();
      if (size === bytes) return handle.createReadStream(range);
      await handle.close();
      throw new FileDamaged(`${sha256} has ${size} bytes in place of ${bytes}`);
    },

    async *list() {
      for (const folder of await readdir(root)) {
        if (!/^[0-9a-f]{2}$/.test(folder)) continue;
        await restoreRemoved(path.join(root, folder));
        for (const sha256 of await readdir(path.join(root, folder))) {
          const found = isSha256(sha256) ? await stat(addressOf(sha256)).catch(() => null) : null;
          if (found !== null) yield { sha256, bytes: found.size, keptAt: found.mtimeMs };
        }
      }
    },

    removeUnused: (sha256, keptBefore) => moveAside(addressOf(sha256), keptBefore),
    readiness: [writesCheck('disk', writes, { isOwnFault: true })],
  };
}
