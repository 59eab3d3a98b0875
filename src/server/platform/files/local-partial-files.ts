import { createHash, randomUUID, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { copyFile, link, open, readdir, rm, stat, utimes, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { LRUCache } from 'lru-cache';
import { hourMs } from '#contract/durations';
import type { WriteMonitor } from '../write-monitor.ts';
import { codeOf } from '../error-code.ts';
import { makeFileAppender, stageFile, type Temporary } from './stage-file.ts';
import {
  FileMissing,
  type StagedFile,
  isPartialFileId,
  partBytes,
  type PartialFile,
  type PartialFileStore,
} from './file-store.ts';
import { makeFolder, stagingName, privateFile } from './local-folders.ts';

const notLinkable = ['EXDEV', 'EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'EACCES'];

async function hashStart(file: string, bytes: number): Promise<Hash> {
  const hash = createHash('sha256');
  if (bytes === 0) return hash;
  for await (const chunk of createReadStream(file, { end: bytes - 1 })) hash.update(chunk as Buffer);
  return hash;
}

/** Older than an hour, of no upload. */
export async function sweepFolder(
  folder: string,
  find: Parameters<PartialFileStore['sweep']>[0],
): Promise<void> {
  const names = await readdir(folder).catch((): string[] => []);
  for (const name of names) {
    const file = path.join(folder, name);
    const found = await stat(file).catch(() => null);
    if (found === null || Date.now() - found.mtimeMs < hourMs) continue;
    const id = name.slice(0, 32);
    const known = isPartialFileId(id) ? await find(id) : undefined;
    if (known === undefined || (known.place ?? known.id) !== name) await rm(file, { force: true });
  }
}

type Folders = {
  folder: string;
  /** Complete files are linked here. */
  staging: string;
  writes: WriteMonitor;
  toStagedFile: (temporary: Temporary) => StagedFile;
};

/** Syncs bytes before progress. Hashes stay in memory between parts; a restart reads the bytes again. */
export function makeLocalPartialFiles({ folder, staging, writes, toStagedFile }: Folders): PartialFileStore {
  const hashes = new LRUCache<string, { hash: Hash; arrived: number }>({ max: 1_000 });
  const nameOf = ({ id, place }: Pick<PartialFile, 'id' | 'place'>): string => place ?? id;
  const addressOf = (file: Pick<PartialFile, 'id' | 'place'>): string => path.join(folder, nameOf(file));
  /** Rows of a former bucket name no file here. */
  const isOurs = ({ id, place }: Pick<PartialFile, 'id' | 'place'>): boolean =>
    isPartialFileId(id) && (place === null || /^[0-9a-f]{32}\.[\w-]+$/.test(place));

  async function openFile(file: PartialFile): Promise<FileHandle> {
    try {
      if (isOurs(file)) return await open(addressOf(file), 'r+');
    } catch (cause) {
      if (codeOf(cause) !== 'ENOENT') throw cause;
    }
    throw new FileMissing(`The bytes of the upload ${file.id} are missing`);
  }

  async function takeHash(file: PartialFile): Promise<Hash> {
    const known = hashes.get(nameOf(file));
    hashes.delete(nameOf(file));
    return known?.arrived === file.arrived ? known.hash : hashStart(addressOf(file), file.arrived);
  }

  return {
    async create(id) {
      await writes.run(async () => {
        await makeFolder(folder);
        await (await open(path.join(folder, id), 'wx', privateFile)).close();
      });
    },

    async append(file, source, save) {
      if (file.arrived === file.bytes) return file.arrived;
      return writes.run(async () => {
        const handle = await openFile(file);
        try {
          // Removes what an earlier writer did not save.
          await handle.truncate(file.arrived);
          const hash = await takeHash(file);
          const appender = makeFileAppender(handle, file.arrived);
          let { arrived } = file;
          let saved = arrived;
          const saveArrived = async (): Promise<void> => {
            await appender.flush();
            if (arrived === saved) return;
            // Never tried twice: the first error is the one to report.
            saved = arrived;
            await handle.datasync();
            const sha256 = arrived === file.bytes ? hash.digest('hex') : null;
            await save({ arrived, hashState: null, sha256, place: file.place });
          };
          try {
            for await (const chunk of source as AsyncIterable<Buffer>) {
              arrived += chunk.length;
              const behind = appender.append(chunk);
              hash.update(chunk);
              if (behind !== undefined) await behind;
              if (arrived - saved >= partBytes) await saveArrived();
            }
          } finally {
            await saveArrived();
          }
          if (arrived < file.bytes) hashes.set(nameOf(file), { hash, arrived });
          return arrived;
        } finally {
          await handle.close();
        }
      });
    },

    async fence(file, save) {
      // An earlier writer may still have it open.
      const place = `${file.id}.${randomUUID()}`;
      await writes.run(() => copyFile(addressOf(file), path.join(folder, place)));
      try {
        const handle = await open(path.join(folder, place), 'r+');
        await handle.sync().finally(() => handle.close());
        const { arrived, hashState, sha256 } = file;
        await save({ arrived, hashState, sha256, place });
      } catch (error) {
        await rm(path.join(folder, place), { force: true });
        throw error;
      }
      await rm(addressOf(file), { force: true });
    },

    async locate(file) {
      const found = isOurs(file) ? await stat(addressOf(file)).catch(() => null) : null;
      return found && { ...file, arrived: file.arrived ?? found.size };
    },

    async stage(file) {
      const { sha256, bytes } = file;
      const address = addressOf(file);
      const found = await stat(address).catch(() => null);
      if (found?.size !== bytes) throw new FileMissing(`The bytes of the upload ${file.id} are missing`);
      if (sha256 !== null) {
        const temporary = path.join(staging, stagingName(randomUUID()));
        try {
          await link(address, temporary);
          // Garbage collection reads the modification time.
          const now = new Date();
          await utimes(temporary, now, now);
          return toStagedFile({ path: temporary, sha256, bytes });
        } catch (error) {
          if (!notLinkable.includes(codeOf(error))) throw error;
        }
      }
      return toStagedFile(
        await stageFile(staging, createReadStream(address), { maxBytes: bytes, sync: true, writes }),
      );
    },

    async remove(file) {
      hashes.delete(nameOf(file));
      if (isOurs(file)) await rm(addressOf(file), { force: true });
    },

    sweep: (find) => sweepFolder(folder, find),
  };
}
