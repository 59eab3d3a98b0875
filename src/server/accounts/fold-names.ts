import { setImmediate as nextTurn } from 'node:timers/promises';
import { foldedColumns } from '#contract/fold-text';
import { hourMs } from '#contract/durations';
import { foldBatchKeys } from '../courses/course-queries.ts';
import type { Database } from '../platform/database/database.ts';
import { periodicJob } from '../platform/jobs/job.ts';

const namesAtOnce = 500;

/** Imported people are written by SQL alone. */
const tables = ['accounts', 'imported_people'] as const;

/**
 * Folds names written by an older version, by hand or by an import. SQL cannot fold, and triggers are off during a restore.
 */
export async function foldNames(
  database: Database,
  signal: AbortSignal = new AbortController().signal,
): Promise<void> {
  await foldBatchKeys(database);
  for (const table of tables) await foldNamesOf(table, database, signal);
}

async function foldNamesOf(
  table: (typeof tables)[number],
  { reader, nonDurableTransaction }: Database,
  signal: AbortSignal,
): Promise<void> {
  for (let after = ''; !signal.aborted;) {
    const rows = await reader
      .selectFrom(table)
      .where('email', '>', after)
      .orderBy('email')
      .limit(namesAtOnce)
      .select(['email', 'name', 'folded_name', 'folded_from'])
      .execute();
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.email;
    const unfolded = rows.flatMap(({ email, name, folded_name, folded_from }) => {
      const folded = foldedColumns(name ?? '');
      const isFolded = (folded_from === name ? folded_name : null) === folded.folded_name;
      return isFolded || name === null ? [] : [{ email, name, folded }];
    });
    if (unfolded.length > 0)
      await nonDurableTransaction(async (writer) => {
        for (const { email, name, folded } of unfolded)
          await writer
            .updateTable(table)
            .set(folded)
            .where('email', '=', email)
            .where('name', '=', name)
            .execute();
      });
    // Lets waiting requests run.
    await nextTurn();
  }
}

export const foldNamesJob = periodicJob('fold-names', hourMs, ({ database }, signal) =>
  foldNames(database, signal),
);
