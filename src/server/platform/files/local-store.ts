import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { copyFile, open, readdir, rename, rm, stat, type FileHandle, link, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import {
  FileDamaged,
  FileMissing,
  isSha256,
  type FileStore,
  type ReadableStagedFile,
  eachRecordKind,
  fileOfRecord,
  recordOfFile,
  type RecordKind,
  type RecordStore,
} from './file-store.ts';
import {
  prepareFolders,
  syncFolder,
  createDurably,
  uploadFolderOf,
  makeFolder,
  monitorDisk,
  stagingName,
} from './local-folders.ts';
import { writesCheck } from '../readiness.ts';
import { makeLocalPartialFiles } from './local-partial-files.ts';
import { stageFile, type Temporary } from './stage-file.ts';
import { codeOf, ifPresent } from '../error-code.ts';
import type { WriteMonitor } from '../write-monitor.ts';

function makeLocalRecords(root: string, kind: RecordKind, writes: WriteMonitor): RecordStore {
  const folder = path.join(path.dirname(root), kind);
  async function* names() {
    for (const file of (await ifPresent(readdir(folder))) ?? []) {
      const name = recordOfFile(file);
      if (name !== null) yield name;
    }
  }
  return {
    names,
    add: (name, text) =>
      writes.run(async () => {
        await makeFolder(folder);
        await syncFolder(path.dirname(folder));
        await createDurably(path.join(folder, fileOfRecord(name)), text);
      }),
    async *list() {
      for await (const name of names())
        yield { name, text: await readFile(path.join(folder, fileOfRecord(name)), 'utf8') };
    },
  };
}

const removingSuffix = '.leaving';

/** A newer file at its path stays. */
async function restore(away: string): Promise<void> {
  await link(away, away.slice(0, -removingSuffix.length)).catch((error: unknown) => {
    if (!['EEXIST', 'ENOENT'].includes(codeOf(error))) throw error;
  });
  await syncFolder(path.dirname(away));
  await rm(away, { force: true });
}

/** Recovers from a crash. */
async function restoreRemoved(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (name.endsWith(removingSuffix)) await restore(path.join(folder, name));
  }
}

/**
 * Moving aside closes a race: a concurrent `keep` of equal bytes stores them again, or has, as the mtime
 * shows.
 * @param keptBefore milliseconds since 1970 UTC
 * @returns whether it was removed
 */
async function moveAside(address: string, keptBefore: number): Promise<boolean> {
  const away = address + removingSuffix;
  try {
    await rename(address, away);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false;
    throw error;
  }
  if ((await stat(away)).mtimeMs >= keptBefore) {
    await restore(away);
    return false;
  }
  await rm(away, { force: true });
  await syncFolder(path.dirname(address));
  return true;
}

/**
 * `keep`: fsync, rename, fsync of the folder. A crash leaves at most a temporary file, removed at the next
 * start.
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
          // Replaces equal bytes, which repairs a damaged file.
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

    records: eachRecordKind((kind) => makeLocalRecords(root, kind, writes)),

    async read(sha256, bytes, range) {
      let handle: FileHandle;
      try {
        handle = await open(addressOf(sha256), 'r');
      } catch (cause) {
        if (codeOf(cause) !== 'ENOENT') throw cause;
        throw new FileMissing(`The bytes of ${sha256} are missing`, { cause });
      }
      const { size } = await handle.stat();
      if (size === bytes) return handle.createReadStream(range);
      await handle.close();
      throw new FileDamaged(`${sha256} has ${size} bytes instead of ${bytes}`);
    },

    pathOf: addressOf,

    async take(source, { sha256, bytes }) {
      const found = await ifPresent(stat(source));
      if (found === null) throw new FileMissing(`The bytes of ${sha256} are missing`);
      if (found.size !== bytes)
        throw new FileDamaged(`${sha256} has ${found.size} bytes instead of ${bytes}`);
      const temporary = path.join(staging, stagingName(randomUUID()));
      try {
        await writes.run(async () => {
          await copyFile(source, temporary, constants.COPYFILE_FICLONE);
          const handle = await open(temporary, 'r+');
          await handle.sync().finally(() => handle.close());
        });
        await toStagedFile({ path: temporary, sha256, bytes }).keep();
      } catch (error) {
        await rm(temporary, { force: true }).catch(() => {});
        throw error;
      }
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
