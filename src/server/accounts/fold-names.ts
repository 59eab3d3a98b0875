import { setImmediate as nextTurn } from 'node:timers/promises';
import { foldedColumns } from '#contract/fold-text';
import { hourMs } from '#contract/durations';
import { foldBatchKeys } from '../courses/course-queries.ts';
import type { Database } from '../platform/database/database.ts';
import { periodicJob } from '../platform/jobs/job.ts';

const idsAtOnce = 500;

/**
 * Folds names written by an older version or by hand. SQL cannot fold, and triggers are off during a restore.
 */
export async function foldNames(
  database: Database,
  signal: AbortSignal = new AbortController().signal,
): Promise<void> {
  await foldBatchKeys(database);
  const { reader } = database;
  const newest = await reader
    .selectFrom('accounts')
    .select(({ fn }) => fn.max('id').as('id'))
    .executeTakeFirst();
  const last = Number(newest?.id ?? 0);
  for (let after = 0; after < last && !signal.aborted; after += idsAtOnce) {
    const rows = await reader
      .selectFrom('accounts')
      .where('id', '>', after)
      .where('id', '<=', after + idsAtOnce)
      .select(['id', 'name', 'folded_name', 'folded_from'])
      .execute();
    const unfolded = rows.filter(
      ({ name, folded_name, folded_from }) =>
        (folded_from === name ? folded_name : null) !== foldedColumns(name).folded_name,
    );
    if (unfolded.length > 0)
      await database.nonDurableTransaction(async (writer) => {
        for (const { id, name } of unfolded)
          await writer
            .updateTable('accounts')
            .set(foldedColumns(name))
            .where('id', '=', id)
            .where('name', '=', name)
            .execute();
      });
    // Lets waiting requests run.
    await nextTurn();
  }
}

/** Names of imported people, which only SQL has written. */
export async function foldImportedNames(
  { reader, nonDurableTransaction }: Database,
  signal: AbortSignal = new AbortController().signal,
): Promise<void> {
  for (let after = ''; !signal.aborted;) {
    const rows = await reader
      .selectFrom('imported_people')
      .where('email', '>', after)
      .orderBy('email')
      .limit(idsAtOnce)
      .select(['email', 'name', 'folded_name', 'folded_from'])
      .execute();
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.email;
    const unfolded = rows.flatMap(({ email, name, folded_name, folded_from }) => {
      const folded = foldedColumns(name ?? '');
      const isFolded = (folded_from === name ? folded_name : null) === folded.folded_name;
      return isFolded ? [] : [{ email, name, folded }];
    });
    if (unfolded.length > 0)
      await nonDurableTransaction(async (writer) => {
        for (const { email, name, folded } of unfolded)
          await writer
            .updateTable('imported_people')
            .set(folded)
            .where('email', '=', email)
            .where('name', '=', name)
            .execute();
      });
    await nextTurn();
  }
}

export const foldNamesJob = periodicJob('fold-names', hourMs, async ({ database }, signal) => {
  await foldNames(database, signal);
  await foldImportedNames(database, signal);
});
