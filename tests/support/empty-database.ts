import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { makeDatabase, type Database } from '#server/platform/database/database';
import type { Engine, EngineName } from '#server/platform/database/engine';
import { openPostgres } from '#server/platform/database/postgres/postgres';
import { createPostgres, takePostgres } from './postgres-databases.ts';
import { recordStatements } from './record-statements.ts';
import { takeSqlite } from './sqlite-databases.ts';

/** The engine that the running test project is about. */
export const engineName: EngineName = process.env.CAPSTONE_TEST_ENGINE === 'postgres' ? 'postgres' : 'sqlite';

export type EmptyDatabase = {
  database: Database;
  engine: Engine;
  /** What another process would open: a file's path (SQLite) or an address (PostgreSQL). */
  location: string;
  drop(): Promise<void>;
};

/** An engine of the running test's own, which gives up waiting for a lock so soon: PostgreSQL waits by itself. */
function openWithLockWait(url: string, lockWaitMs: number): Engine {
  // What an address says goes before what the portal asks for.
  return openPostgres(`${url}?options=${encodeURIComponent(`-c lock_timeout=${lockWaitMs}`)}`);
}

/** A place for a database that has no schema yet: a file's path (SQLite) or an address (PostgreSQL). */
export async function makeBlankLocation(): Promise<{ location: string; drop(): Promise<void> }> {
  if (engineName === 'postgres') {
    const { url, drop } = await createPostgres('template1');
    return { location: url, drop };
  }
  const folder = mkdtempSync(path.join(tmpdir(), 'capstone-blank-'));
  return {
    location: path.join(folder, 'capstone.sqlite'),
    drop: async () => rmSync(folder, { recursive: true, force: true }),
  };
}

/**
 * The migrated and empty database, for one test alone.
 * @param lockWaitMs how long a change waits for a lock; by default as long as in production
 */
export async function takeEmptyDatabase(lockWaitMs?: number): Promise<EmptyDatabase> {
  const taken = await (engineName === 'postgres' ? takePostgres() : takeSqlite());
  const { location } = taken;
  const needsOwn = engineName === 'postgres' && lockWaitMs !== undefined;
  const own = needsOwn ? openWithLockWait(location, lockWaitMs) : null;
  const engine = own ?? taken.engine;
  recordStatements(engine);
  const database = makeDatabase(engine, lockWaitMs);
  let isClosed = false;
  const close = async (): Promise<void> => {
    isClosed = true;
    await database.close();
  };
  return {
    database: { ...database, close },
    engine,
    location,
    async drop() {
      await own?.close();
      await taken.release(!isClosed);
    },
  };
}
