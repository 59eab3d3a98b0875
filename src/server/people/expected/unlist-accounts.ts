import { setImmediate as nextTurn } from 'node:timers/promises';
import { z } from 'zod';
import { peopleAs } from '../../accounts/people-queries.ts';
import type { Database, Writer } from '../../platform/database/database.ts';
import type { EngineName } from '../../platform/database/engine.ts';
import type { Job } from '../../platform/jobs/job.ts';
import { enqueueJob } from '../../platform/jobs/job-rows.ts';

const rowsAtOnce = 500;

/** Longer than a signup takes to commit, in milliseconds. */
export const settlingMs = 10_000;

/** Unlists people with an account: the triggers of an import and of a signup at the same moment miss each other's rows. */
export async function unlistAccounts(
  { reader, nonDurableTransaction }: Database,
  signal: AbortSignal = new AbortController().signal,
): Promise<void> {
  for (let after = 0; !signal.aborted;) {
    const rows = await reader
      .selectFrom('expected_people as expected')
      .leftJoin(peopleAs('account'), 'account.email', 'expected.email')
      .where('expected.id', '>', after)
      .orderBy('expected.id')
      .limit(rowsAtOnce)
      .select(['expected.id', 'account.id as accountId'])
      .execute();
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.id;
    const ids = rows.filter(({ accountId }) => accountId !== null).map(({ id }) => id);
    if (ids.length > 0)
      await nonDurableTransaction((writer) =>
        writer.deleteFrom('expected_people').where('id', 'in', ids).execute(),
      );
    await nextTurn();
  }
}

export const unlistAccountsJob: Job<null> = {
  kind: 'unlist-accounts',
  payload: z.null(),
  run: ({ database }, _, signal) => unlistAccounts(database, signal),
};

/** After an import, whose lock would make signups wait. SQLite has one writer, whose triggers see everything. */
export async function unlistLater(
  writer: Writer,
  { engine, now }: { engine: EngineName; now: number },
): Promise<void> {
  // One job per import: imports that share one would wait for each other.
  if (engine === 'postgres')
    await enqueueJob(writer, unlistAccountsJob, null, { now, dueAt: now + settlingMs });
}
