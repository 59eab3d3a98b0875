import { setImmediate } from 'node:timers/promises';
import { sql, type Transaction } from 'kysely';
import type { Tables } from './schema.ts';

type Writer = Transaction<Tables>;
type Change = (writer: Writer) => Promise<unknown>;
type Queued = {
  change: Change;
  /** Reported after the commit. */
  outcome: { value: unknown } | { error: unknown };
  resolve: (value: unknown) => void;
  reject: (error: unknown) => void;
};

const maxGroupSize = 64;

const run = (writer: Writer, statement: string) => sql.raw(statement).execute(writer);

/** A failure rolls back its own writes only. */
async function runInSavepoint(writer: Writer, queued: Queued): Promise<void> {
  await run(writer, 'savepoint one_change');
  try {
    queued.outcome = { value: await queued.change(writer) };
  } catch (error) {
    queued.outcome = { error };
    // The database ended the transaction: the whole group fails.
    await run(writer, 'rollback to one_change').catch(() => {
      throw error;
    });
  }
  await run(writer, 'release one_change');
}

/**
 * Concurrent changes share a transaction, and so a sync of the disk; failures roll back alone.
 * @param transact runs a transaction, retried when busy
 */
export function makeGroupCommit(
  transact: (change: (writer: Writer) => Promise<void>) => Promise<void>,
): <T>(change: (writer: Writer) => Promise<T>) => Promise<T> {
  const queue: Queued[] = [];
  let isRunning = false;

  async function runGroup(group: Queued[]): Promise<void> {
    try {
      await transact(async (writer) => {
        for (const queued of group) await runInSavepoint(writer, queued);
      });
    } catch (error) {
      for (const { reject } of group) reject(error);
      return;
    }
    for (const { outcome, resolve, reject } of group) {
      if ('error' in outcome) reject(outcome.error);
      else resolve(outcome.value);
    }
  }

  async function runAll(): Promise<void> {
    isRunning = true;
    while (queue.length > 0) {
      // Changes that became ready during the last sync join.
      await setImmediate();
      await runGroup(queue.splice(0, maxGroupSize));
    }
    isRunning = false;
  }

  return <T>(change: (writer: Writer) => Promise<T>) =>
    new Promise<T>((resolve, reject) => {
      const outcome = { error: new Error('The change was not run') };
      queue.push({ change, outcome, resolve: resolve as (value: unknown) => void, reject });
      if (!isRunning) void runAll();
    });
}
