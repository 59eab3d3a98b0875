import { setImmediate as nextTurn } from 'node:timers/promises';
import { batchKey } from '#contract/limits';
import type { AppContext } from '../../platform/context.ts';
import type { Writer } from '../../platform/database/database.ts';
import { allowBulkJoins, refreshStatistics } from '../../platform/database/bulk-queries.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import { judgedPeople, judgement } from './compare-people.ts';
import { putIntakeInForce, type Import } from './import-intake.ts';
import { countStates } from './queries.ts';

/** What an operator's file says of a person; null is not known. */
export type StagedPerson = {
  email: string;
  name: string | null;
  phone: string | null;
  batch: string | null;
  exit_score: number | null;
  grade: string | null;
};

const rowsAtOnce = 500;

/**
 * Stages people whom an operator's file names, in pieces of a transaction each, so that the import itself is short.
 * @returns the intake's id
 */
export async function stagePeople(
  { database, clock }: Pick<AppContext, 'database' | 'clock'>,
  fileName: string,
  people: readonly StagedPerson[],
): Promise<number> {
  const counts = { new_count: 0, changed_count: 0, unchanged_count: 0, wrong_count: 0, people_there: 0 };
  const { id } = await database.transaction((writer) =>
    writer
      .insertInto('intakes')
      .values({
        file_name: fileName,
        headings: '[]',
        columns: '[]',
        is_remembered: 0,
        state: 'reading',
        row_count: people.length,
        ...counts,
        made_at: clock.now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
  );
  for (let from = 0; from < people.length; from += rowsAtOnce) {
    const rows = people.slice(from, from + rowsAtOnce).map((person, index) => ({
      intake_id: id,
      line: from + index + 1,
      ...person,
      batch_key: person.batch === null ? null : batchKey(person.batch),
    }));
    await database.nonDurableTransaction((writer) =>
      writer.insertInto('intake_people').values(rows).execute(),
    );
    await nextTurn();
  }
  return id;
}

/**
 * Imports what was staged, within a change that may have made the batches that it names.
 * @throws 409 where somebody has changed meanwhile, so that the file's plan no longer holds
 */
export async function importStagedPeople(writer: Writer, run: Import): Promise<void> {
  const { engine, intakeId, now } = run;
  await allowBulkJoins(writer, engine);
  await refreshStatistics(writer, engine, 'intake_people');
  await writer
    .updateTable('intake_people')
    .from(judgedPeople(writer, engine, intakeId).as('judgement'))
    .set(judgement)
    .where('intake_people.intake_id', '=', intakeId)
    .whereRef('intake_people.line', '=', 'judgement.line')
    .execute();
  await refreshStatistics(writer, engine, 'intake_people');
  if ((await countStates(writer, intakeId)).wrong > 0)
    throw httpErrors.conflict('The people have changed while they were imported. Please try again.');
  await putIntakeInForce(writer, run);
  await writer
    .updateTable('intakes')
    .set({ state: 'imported', imported_at: now })
    .where('id', '=', intakeId)
    .execute();
}
