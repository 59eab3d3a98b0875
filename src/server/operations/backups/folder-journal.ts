import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { link, readdir, readFile, rename, rm, rmdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { codeOf, ifPresent } from '../../platform/error-code.ts';
import { makeFolder, stagingName, syncFolder, writeDurably } from '../../platform/files/local-folders.ts';
import { BackupDamaged, type JournalPlace } from './backup-place.ts';
import { claimFile, isSegmentName, parseClaim } from './journal-names.ts';

export function folderJournal(root: string): JournalPlace {
  const folderOf = (line: string): string => path.join(root, line);
  const names = async (folder: string): Promise<string[]> => (await ifPresent(readdir(folder))) ?? [];
  return {
    async claims() {
      const found = [];
      for (const name of (await names(root)).toSorted()) {
        if (!name.endsWith('.json') || name.startsWith('.')) continue;
        const claim = parseClaim(await readFile(path.join(root, name), 'utf8'));
        if (claim !== null) found.push(claim);
      }
      return found;
    },
    async claim(claim) {
      await makeFolder(folderOf(claim.line));
      const temporary = path.join(root, `.${stagingName(randomUUID())}`);
      try {
        await writeDurably(temporary, `${JSON.stringify(claim)}\n`);
        await link(temporary, path.join(root, claimFile(claim.number)));
        await syncFolder(root);
        return true;
      } catch (error) {
        if (codeOf(error) !== 'EEXIST') throw error;
        await rmdir(folderOf(claim.line));
        return false;
      } finally {
        await rm(temporary, { force: true }).catch(() => {});
      }
    },
    async write(line, name, bytes) {
      const temporary = path.join(folderOf(line), `.${stagingName(randomUUID())}`);
      try {
        await writeDurably(temporary, bytes);
        await rename(temporary, path.join(folderOf(line), name));
      } catch (error) {
        await rm(temporary, { force: true }).catch(() => {});
        throw error;
      }
      await syncFolder(folderOf(line));
    },
    list: async (line) => (await names(folderOf(line))).filter(isSegmentName).toSorted(),
    async read(line, name) {
      const file = path.join(folderOf(line), name);
      await stat(file).catch((cause: unknown) => {
        if (codeOf(cause) !== 'ENOENT') throw cause;
        throw new BackupDamaged(`${name} is missing`, { cause });
      });
      return createReadStream(file);
    },
    remove: (line, name) => rm(path.join(folderOf(line), name), { force: true }),
    async removeLine({ line, number }) {
      await rm(folderOf(line), { recursive: true, force: true });
      await rm(path.join(root, claimFile(number)), { force: true });
    },
  };
}
