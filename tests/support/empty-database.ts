import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { makeDatabase, type Database } from '#server/platform/database/database';
import type { EngineName } from '#server/platform/database/engine';
import { openPostgres } from '#server/platform/database/postgres';
import { openSqlite } from '#server/platform/database/sqlite';
import { migrate } from '#server/platform/database/migrate';

/** The engine that the running test project is about. */
export const engineName: EngineName = process.env.CAPSTONE_TEST_ENGINE === 'postgres' ? 'postgres' : 'sqlite';

export type EmptyDatabase = {
  database: Database;
  /** What another process would open: a file's path (SQLite) or an address (PostgreSQL). */
  location: string;
  drop(): Promise<void>;
};

let migratedFile: Promise<string> | undefined;

async function makeMigratedFile(): Promise<string> {
  const folder = mkdtempSync(path.join(tmpdir(), 'capstone-base-'));
  const file = path.join(folder, 'base.sqlite');
  const engine = openSqlite(file);
  await migrate(engine);
  await engine.close();
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return file;
}

async function copySqlite(): Promise<EmptyDatabase> {
  migratedFile ??= makeMigratedFile();
  const base = await migratedFile;
  const folder = mkdtempSync(path.join(tmpdir(), 'capstone-test-'));
  const file = path.join(folder, 'capstone.sqlite');
  copyFileSync(base, file);
  const database = makeDatabase(openSqlite(file));
  return {
    database,
    location: file,
    async drop() {
      await database.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function onPostgres(text: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject('postgresUrl') });
  await client.connect();
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
}

async function createPostgres(template: string): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  await onPostgres(`create database ${name} template ${template}`);
  return {
    url: inject('postgresUrl').replace(/\/postgres$/, `/${name}`),
    drop: () => onPostgres(`drop database ${name} with (force)`),
  };
}

async function copyPostgres(): Promise<EmptyDatabase> {
  const { url, drop } = await createPostgres('capstone_template');
  const database = makeDatabase(openPostgres(url));
  return {
    database,
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

/** A copy of the migrated and empty database, for one test alone. */
export function copyEmptyDatabase(): Promise<EmptyDatabase> {
  return engineName === 'postgres' ? copyPostgres() : copySqlite();
}
