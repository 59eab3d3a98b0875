import {
  closeSync,
  copyFileSync,
  mkdtempSync,
  openSync,
  readSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { inject } from 'vitest';
import { openSqlite } from '#server/platform/database/sqlite/sqlite';
import { takeInTurn, type ReusableDatabase } from './taken-database.ts';

/** The part of a log's index (`-shm`) that says how much of the log counts: both copies of its header, and who reads what. */
const indexHeaderBytes = 136;

/**
 * Opens a copy of the migrated and empty database, whose changes all stay in its write-ahead log. It cannot be put back once
 * somebody has folded the log into the file, or while somebody still holds the lock.
 */
async function openCopy(): Promise<ReusableDatabase> {
  const source = inject('emptySqlite');
  // Beside its source, with which it goes after the last test.
  const folder = mkdtempSync(path.join(path.dirname(source), 'copy-'));
  const file = path.join(folder, 'capstone.sqlite');
  copyFileSync(source, file);
  const engine = openSqlite(file);
  await sql`pragma wal_autocheckpoint = 0`.execute(engine.writer);
  const index = openSync(`${file}-shm`, 'r+');
  const emptyLog = Buffer.alloc(indexHeaderBytes);
  readSync(index, emptyLog, 0, indexHeaderBytes, 0);
  const { mtimeMs } = statSync(file);
  return {
    location: file,
    engine,
    async reset() {
      try {
        // Ends the read transaction that the engine holds while nobody writes.
        await engine.writer.transaction().execute(async () => {});
      } catch {
        return false;
      }
      if (statSync(file).mtimeMs !== mtimeMs) return false;
      // The log is as if nothing had been written: connections notice, and read the file again.
      writeSync(index, emptyLog, 0, indexHeaderBytes, 0);
      return true;
    },
    async drop() {
      closeSync(index);
      await engine.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export const takeSqlite = takeInTurn(openCopy);
