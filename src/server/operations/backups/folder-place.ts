import { createReadStream } from 'node:fs';
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import {
  makeFolder,
  syncFolder,
  privateFile,
  privateFolder,
  writeDurably,
} from '../../platform/files/local-folders.ts';
import { openLocalStore } from '../../platform/files/local-store.ts';
import { folderJournal } from './folder-journal.ts';
import { codeOf, ifPresent } from '../../platform/error-code.ts';
import {
  BackupDamaged,
  isBackupName,
  manifestName,
  type BackupPlace,
  type ReadPart,
} from './backup-place.ts';

const unfinished = '.unfinished';

function readerOf(folder: string): ReadPart {
  return async (part) => {
    const file = path.join(folder, part);
    await stat(file).catch((cause: unknown) => {
      if (codeOf(cause) !== 'ENOENT') throw cause;
      throw new BackupDamaged(`${part} is missing`, { cause });
    });
    return createReadStream(file);
  };
}

/** Complete once its folder is renamed. */
export async function openFolderPlace(root: string): Promise<BackupPlace> {
  const folder = path.join(root, 'backups');
  await makeFolder(folder);
  const files = await openLocalStore(path.join(root, 'files'));
  const damaged = path.join(root, 'damaged');

  return {
    shown: root,
    files,
    list: async () => (await readdir(folder)).filter(isBackupName).toSorted(),
    async begin(name) {
      const draft = path.join(folder, name + unfinished);
      await mkdir(draft, { mode: privateFolder });
      const write = (part: string, bytes: Readable) => writeDurably(path.join(draft, part), bytes);
      return {
        write,
        read: readerOf(draft),
        async finish(manifest) {
          await writeDurably(path.join(draft, manifestName), manifest);
          await syncFolder(draft);
          await rename(draft, path.join(folder, name));
          await syncFolder(folder);
        },
        abandon: () => rm(draft, { recursive: true, force: true }),
      };
    },
    journal: folderJournal(path.join(root, 'journal')),
    reader: (name) => readerOf(path.join(folder, name)),
    async remove(name) {
      // Leaves the list at once.
      const leaving = path.join(folder, name + unfinished);
      await rename(path.join(folder, name), leaving);
      await rm(leaving, { recursive: true, force: true });
    },
    damaged: {
      async note(sha256) {
        await makeFolder(damaged);
        await writeFile(path.join(damaged, sha256), '', { mode: privateFile });
      },
      async list() {
        return new Set(await ifPresent(readdir(damaged)));
      },
      forget: (sha256) => rm(path.join(damaged, sha256), { force: true }),
    },
    async clearUnfinished(before) {
      let isOneUnderWay = false;
      for (const name of await readdir(folder)) {
        if (!name.endsWith(unfinished)) continue;
        const { mtimeMs } = await stat(path.join(folder, name));
        if (mtimeMs < before) await rm(path.join(folder, name), { recursive: true, force: true });
        else isOneUnderWay = true;
      }
      return isOneUnderWay;
    },
    close: async () => {},
  };
}
