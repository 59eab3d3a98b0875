import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { startPostgres, type TestPostgres } from '#support/postgres';
import { refuse } from './options.ts';

/** A temporary folder that is gone when the benchmark ends. */
export function makeFolder(name: string): string {
  const folder = mkdtempSync(path.join(tmpdir(), `capstone-${name}-`));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Where a portal keeps its rows and files; `environment` says the same as its settings. */
export type Home = { dataDir: string; databaseUrl: string | null; environment: Record<string, string> };

export type Engine = {
  name: 'SQLite' | 'PostgreSQL';
  postgres: TestPostgres | null;
  /** An empty database with a folder of its own. */
  makeHome(): Promise<Home>;
};

let homes = 0;

async function makeHome(postgres: TestPostgres | null): Promise<Home> {
  const dataDir = makeFolder('bench');
  const quiet = { DATA_DIR: dataDir, LOG_LEVEL: 'fatal' };
  if (postgres === null) return { dataDir, databaseUrl: null, environment: { ...quiet, DATABASE_URL: '' } };
  const name = `bench_${++homes}`;
  const client = new pg.Client({ connectionString: postgres.urlOf('postgres') });
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  const databaseUrl = postgres.urlOf(name);
  return { dataDir, databaseUrl, environment: { ...quiet, DATABASE_URL: databaseUrl } };
}

/** Measures on SQLite, then on PostgreSQL. @param only `sqlite` or `postgres` for one of them, empty for both */
export async function onEachEngine(only: string, measure: (engine: Engine) => Promise<void>): Promise<void> {
  if (!['', 'sqlite', 'postgres'].includes(only)) refuse('--engine must be sqlite or postgres');
  if (only !== 'postgres') await measure({ name: 'SQLite', postgres: null, makeHome: () => makeHome(null) });
  if (only === 'sqlite') return;
  const postgres = await startPostgres();
  try {
    await measure({ name: 'PostgreSQL', postgres, makeHome: () => makeHome(postgres) });
  } finally {
    await postgres.stop();
  }
}
