import type { QueryExecutor } from 'kysely';
import { onTestFinished, vi } from 'vitest';
import type { Database } from '#server/platform/database/database';

/** Records every query that the running test's databases execute, within transactions and outside of them. */
export function recordQueries(database: Database) {
  // The class of all executors: a transaction has one of its own.
  const executors = Object.getPrototypeOf(database.reader.getExecutor()) as QueryExecutor;
  const spy = vi.spyOn(executors, 'executeQuery');
  onTestFinished(() => spy.mockRestore());
  return {
    queries: () => spy.mock.calls.map(([query]) => query),
    clear: () => spy.mockClear(),
  };
}
