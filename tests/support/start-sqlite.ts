import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { migrate } from '#server/platform/database/migrate';
import { openSqlite } from '#server/platform/database/sqlite/sqlite';

declare module 'vitest' {
  interface ProvidedContext {
    /** The path of a migrated and empty SQLite database, never opened again: tests copy the file. */
    emptySqlite: string;
  }
}

/** Before the tests on SQLite: one migrated database that each test copies, whichever worker runs it. */
export default async function setup(project: TestProject): Promise<() => void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'capstone-empty-'));
  const file = path.join(folder, 'empty.sqlite');
  const engine = openSqlite(file);
  await migrate(engine);
  await engine.close();
  project.provide('emptySqlite', file);
  return () => rmSync(folder, { recursive: true, force: true });
}
