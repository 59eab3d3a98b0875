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
import type { Engine } from '#server/platform/database/engine';
import { openSqlite } from '#server/platform/database/sqlite';
import { isFresh, type TakenDatabase } from './taken-database.ts';

/** An opened copy of the migrated and empty database, whose changes all stay in its write-ahead log. */
type Reusable = {
  file: string;
  engine: Engine;
  /** False when it cannot be put back: somebody has folded the log into the file, or still holds the lock. */
  reset(): Promise<boolean>;
  drop(): Promise<void>;
};

/** The part of a log's index (`-shm`) that says how much of the log counts: both copies of its header, and who reads what. */
const indexHeaderBytes = 136;

async function makeReusable(): Promise<Reusable> {
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
    file,
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

const idle: Reusable[] = [];

/** Opening a copy costs more than many a test, so a worker's tests use the same one in turn. */
export async function takeSqlite(): Promise<TakenDatabase> {
  const taken = idle.pop() ?? (await makeReusable());
  return {
    location: taken.file,
    engine: taken.engine,
    async release(isReusable) {
      if (isReusable && !isFresh && (await taken.reset())) idle.push(taken);
      else await taken.drop();
    },
  };
}
