import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { makeDatabase, type Database } from '#server/platform/database/database';
import type { Engine, EngineName } from '#server/platform/database/engine';
import { openPostgres } from '#server/platform/database/postgres';
import { openSqlite } from '#server/platform/database/sqlite';

/** The engine that the running test project is about. */
export const engineName: EngineName = process.env.CAPSTONE_TEST_ENGINE === 'postgres' ? 'postgres' : 'sqlite';

export type EmptyDatabase = {
  database: Database;
  engine: Engine;
  /** What another process would open: a file's path (SQLite) or an address (PostgreSQL). */
  location: string;
  drop(): Promise<void>;
};

async function copySqlite(lockWaitMs?: number): Promise<EmptyDatabase> {
  const folder = mkdtempSync(path.join(tmpdir(), 'capstone-test-'));
  const file = path.join(folder, 'capstone.sqlite');
  copyFileSync(inject('emptySqlite'), file);
  const engine = openSqlite(file);
  const database = makeDatabase(engine, lockWaitMs);
  return {
    database,
    engine,
    location: file,
    async drop() {
      await database.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

let maintenance: pg.Pool | undefined;

/** Makes and drops databases over connections that stay open: a new one each time would take as long as its statement. */
async function onPostgres(text: string): Promise<void> {
  if (maintenance === undefined) {
    maintenance = new pg.Pool({
      connectionString: inject('postgresUrl'),
      max: 2,
      idleTimeoutMillis: 0,
      allowExitOnIdle: true,
    });
    // They end with the server, after the last test.
    maintenance.on('error', () => {});
  }
  await maintenance.query(text);
}

/** @param template what the database is a copy of, and whatever else it shall have */
export async function createPostgres(template: string): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  // Its files are copied: to write the copy to the log page by page takes more than twice as long.
  await onPostgres(`create database ${name} template ${template} strategy file_copy`);
  return {
    url: inject('postgresUrl').replace(/\/postgres$/, `/${name}`),
    drop: () => onPostgres(`drop database ${name} with (force)`),
  };
}

async function copyPostgres(lockWaitMs?: number): Promise<EmptyDatabase> {
  const { url, drop } = await createPostgres('capstone_template');
  // What an address says goes before what the portal asks for.
  const options =
    lockWaitMs === undefined ? '' : `?options=${encodeURIComponent(`-c lock_timeout=${lockWaitMs}`)}`;
  const engine = openPostgres(url + options);
  const database = makeDatabase(engine, lockWaitMs);
  return {
    database,
    engine,
    location: url,
    async drop() {
      await database.close();
      await drop();
    },
  };
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
 * A copy of the migrated and empty database, for one test alone.
 * @param lockWaitMs how long a change waits for a lock; by default as long as in production
 */
export function copyEmptyDatabase(lockWaitMs?: number): Promise<EmptyDatabase> {
  return engineName === 'postgres' ? copyPostgres(lockWaitMs) : copySqlite(lockWaitMs);
}
