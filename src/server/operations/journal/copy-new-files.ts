import { LRUCache } from 'lru-cache';
import type { AppContext } from '../../platform/context.ts';
import type { Reader } from '../../platform/database/database.ts';
import { FileDamaged, type FileStore } from '../../platform/files/file-store.ts';
import type { BackupPlace } from '../backups/backup-place.ts';
import { copyFile, forEachAtOnce, type NamedFile } from '../backups/copy-files.ts';
import { fileSources } from '../backups/file-sources.ts';

/** Hashes that the place has, so that it is not asked again. */
export type KnownFiles = LRUCache<string, true>;
export const makeKnownFiles = (): KnownFiles => new LRUCache<string, true>({ max: 20_000 });

const rowsAtOnce = 200;
const filesAtOnce = 8;

async function isThere(files: FileStore, { sha256, bytes }: NamedFile): Promise<boolean> {
  try {
    (await files.read(sha256, bytes, bytes === 0 ? undefined : { start: 0, end: 0 })).destroy();
    return true;
  } catch (error) {
    if (error instanceof FileDamaged) return false;
    throw error;
  }
}

/**
 * Copies the files that changed rows name, before their segment is complete.
 * @param keysOf the noted keys of a table
 * @yields the files that the place has now
 */
export async function* copyNewFiles(
  { files, log }: Pick<AppContext, 'files' | 'log'>,
  place: BackupPlace,
  known: KnownFiles,
  reader: Reader,
  keysOf: (table: string, atOnce: number) => AsyncIterable<(string | number)[][]>,
): AsyncGenerator<NamedFile[]> {
  for (const { table, inUse } of fileSources)
    for await (const keys of keysOf(table, rowsAtOnce)) {
      const named = (await inUse(
        reader,
        keys.map(([id]) => Number(id)),
      ).execute()) as NamedFile[];
      const present: NamedFile[] = [];
      const copy = async (file: NamedFile): Promise<void> => {
        try {
          if (!known.has(file.sha256) && !(await isThere(place.files, file))) {
            const source = files.pathOf?.(file.sha256);
            // From folder to folder the system copies; a test restore compares the bytes.
            if (source !== undefined && place.files.take !== undefined) await place.files.take(source, file);
            else await copyFile(files, place.files, file, true);
          }
          known.set(file.sha256, true);
          present.push(file);
        } catch (error) {
          if (!(error instanceof FileDamaged)) throw error;
          log.warn(
            { err: error, sha256: file.sha256 },
            'a file is missing in the journal: the portal itself has lost it',
          );
        }
      };
      // A bucket takes long for each, and many at once.
      await forEachAtOnce(named, copy, filesAtOnce);
      yield present;
    }
}
