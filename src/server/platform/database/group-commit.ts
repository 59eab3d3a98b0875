import { setImmediate } from 'node:timers/promises';
import { sql, type Transaction } from 'kysely';
import type { Tables } from './schema.ts';

type Writer = Transaction<Tables>;
type Change = (writer: Writer) => Promise<unknown>;
type Queued = {
  change: Change;
  /** The result within the group's transaction; it is reported once that is committed. */
  outcome: { value: unknown } | { error: unknown };
  resolve: (value: unknown) => void;
  reject: (error: unknown) => void;
};

/** The most changes in one transaction: each waits for all of them. */
const maxGroupSize = 64;

const run = (writer: Writer, statement: string) => sql.raw(statement).execute(writer);

/** Runs one change of the group inside a savepoint: when it throws, only its own writes are rolled back. */
async function runInSavepoint(writer: Writer, queued: Queued): Promise<void> {
  await run(writer, 'savepoint one_change');
  try {
    queued.outcome = { value: await queued.change(writer) };
  } catch (error) {
    queued.outcome = { error };
    // When the database rolled back the whole transaction there is nothing to go back to, and every change of the group
    // fails, for this reason.
    await run(writer, 'rollback to one_change').catch(() => {
      throw error;
    });
  }
  await run(writer, 'release one_change');
}

/**
 * Group commit: changes that are requested at the same time share one transaction, and so one sync of the disk. Each
 * resolves only after the common commit; one that throws rolls back only its own part.
 * @param transact runs a transaction, perhaps several times until it succeeds
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
      // Changes that became ready during the last sync join this group.
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
