import BetterSqlite from 'better-sqlite3';
import { onTestFinished, vi } from 'vitest';
import type { Database } from '#server/platform/database/database';

type Read = { sql: string; parameters: readonly unknown[] };

/** Watches what the running test reads: on SQLite by every connection, on PostgreSQL through the reader. */
export function watchReads(database: Database): { taken(): Read[]; forget(): void } {
  const { spy, taken } = database.engine === 'sqlite' ? watchStatements() : watchExecutor(database);
  onTestFinished(() => spy.mockRestore());
  return { taken, forget: () => spy.mockClear() };
}

function watchStatements() {
  const memory = new BetterSqlite(':memory:');
  const spy = vi.spyOn(Object.getPrototypeOf(memory.prepare('select 1')) as BetterSqlite.Statement, 'all');
  memory.close();
  const taken = (): Read[] =>
    spy.mock.calls.map(([parameters], i) => ({
      sql: (spy.mock.contexts[i] as BetterSqlite.Statement).source,
      parameters: (parameters ?? []) as unknown[],
    }));
  return { spy, taken };
}

function watchExecutor(database: Database) {
  const spy = vi.spyOn(database.reader.getExecutor(), 'executeQuery');
  return { spy, taken: (): Read[] => spy.mock.calls.map(([query]) => query) };
}
