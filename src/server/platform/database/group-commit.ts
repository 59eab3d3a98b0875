import { setImmediate } from 'node:timers/promises';
import { sql, type Transaction } from 'kysely';
import type { Tables } from './schema.ts';

type Writer = Transaction<Tables>;

type Change = (writer: Writer) => Promise<unknown>;
type Waiting = {
  change: Change;
  /** How it went within the group's transaction; it counts once that is committed. */
  outcome: { value: unknown } | { error: unknown };
  resolve: (value: unknown) => void;
  reject: (error: unknown) => void;
};

/** So many at most: each waits for all of them. */
const groupSize = 64;

const run = (writer: Writer, statement: string) => sql.raw(statement).execute(writer);

/** Runs one change of several: what it did is undone when it throws, what the others did stays. */
async function runWithin(writer: Writer, waiting: Waiting): Promise<void> {
  await run(writer, 'savepoint one_change');
  try {
    waiting.outcome = { value: await waiting.change(writer) };
  } catch (error) {
    waiting.outcome = { error };
    // When the whole transaction was undone this throws, and with it every change of the group fails.
    await run(writer, 'rollback to one_change');
  }
  await run(writer, 'release one_change');
}

/**
 * Lets changes that come at the same time share one transaction, and so one wait for the disk. Each resolves only after
 * the common commit; one that throws takes back its own part alone.
 * @param transact runs a transaction, perhaps several times until it succeeds
 */
export function makeGroupCommit(
  transact: (change: (writer: Writer) => Promise<void>) => Promise<void>,
): <T>(change: (writer: Writer) => Promise<T>) => Promise<T> {
  const line: Waiting[] = [];
  let isRunning = false;

  async function runGroup(group: Waiting[]): Promise<void> {
    try {
      await transact(async (writer) => {
        for (const waiting of group) await runWithin(writer, waiting);
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
    while (line.length > 0) {
      // What became ready while the disk was waited for joins this group.
      await setImmediate();
      await runGroup(line.splice(0, groupSize));
    }
    isRunning = false;
  }

  return <T>(change: (writer: Writer) => Promise<T>) =>
    new Promise<T>((resolve, reject) => {
      const outcome = { error: new Error('The change was not run') };
      line.push({ change, outcome, resolve: resolve as (value: unknown) => void, reject });
      if (!isRunning) void runAll();
    });
}
