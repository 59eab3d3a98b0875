import { randomUUID } from 'node:crypto';
import { link, mkdir, open, readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { codeOf } from '../start-errors.ts';
import type { WriteMonitor } from '../write-monitor.ts';
import { stagingName, syncFolder } from './local-folders.ts';
import { privateFile, privateFolder } from './private-files.ts';
import { fileOfRecord, recordFolder, recordOfFile, type RecordStore } from './record-store.ts';

/** @param root the folder of the files */
export function makeLocalRecords(root: string, writes: WriteMonitor): RecordStore {
  const folder = path.join(path.dirname(root), recordFolder);
  return {
    add: (name, text) =>
      writes.run(async () => {
        await mkdir(folder, { recursive: true, mode: privateFolder });
        await syncFolder(path.dirname(folder));
        // In the same folder: the files may be on another disk.
        const temporary = path.join(folder, `.${stagingName(randomUUID())}`);
        try {
          const handle = await open(temporary, 'wx', privateFile);
          try {
            await handle.writeFile(text);
            await handle.sync();
          } finally {
            await handle.close();
          }
          // Fails if the record exists, which then stays.
          await link(temporary, path.join(folder, fileOfRecord(name))).catch((error: unknown) => {
            if (codeOf(error) !== 'EEXIST') throw error;
          });
          await syncFolder(folder);
        } finally {
          await rm(temporary, { force: true }).catch(() => {});
        }
      }),
    async *list() {
      const files = await readdir(folder).catch((error: unknown) => {
        if (codeOf(error) === 'ENOENT') return [];
        throw error;
      });
      for (const file of files) {
        const name = recordOfFile(file);
        if (name !== null) yield { name, text: await readFile(path.join(folder, file), 'utf8') };
      }
    },
  };
}
