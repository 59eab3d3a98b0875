import type { QueryExecutor } from 'kysely';
import { onTestFinished, vi } from 'vitest';
import type { Database } from '#server/platform/database/database';

/** Records every query that the running test's database executes, within transactions and outside of them. */
export function recordQueries(database: Database) {
  // The class of all executors: a transaction has one of its own.
  const executors = Object.getPrototypeOf(database.reader.getExecutor()) as QueryExecutor;
  const executed = vi.spyOn(executors, 'executeQuery');
  // The reader runs compiled queries without an executor.
  const read = vi.spyOn(database.reader, 'executeQuery');
  const clear = () => {
    executed.mockClear();
    read.mockClear();
  };
  onTestFinished(() => {
    executed.mockRestore();
    read.mockRestore();
  });
  const compiled = () => read.mock.calls.flatMap(([query]) => ('sql' in query ? [query] : []));
  return { clear, queries: () => [...executed.mock.calls.map(([query]) => query), ...compiled()] };
}
