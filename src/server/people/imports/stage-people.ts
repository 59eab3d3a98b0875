import { setImmediate as nextTurn } from 'node:timers/promises';
import { batchKey } from '#contract/limits';
import type { ColumnFields } from '#contract/people/import-fields';
import type { AppContext } from '../../platform/context.ts';
import type { Writer } from '../../platform/database/database.ts';
import { allowBulkJoins, refreshStatistics } from '../../platform/database/rows-at-once.ts';
import { reportProgress } from '../../platform/progress.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import type { SheetCell } from '../../platform/sheets/sheet-cell.ts';
import { readRow } from '../sheets/row-fields.ts';
import { checkedPeople, judgement } from './compare-people.ts';
import { applyImport, type Import } from './run-import.ts';
import { beginImport } from './queries.ts';

export type StagedPerson = Omit<ReturnType<typeof readRow>, 'batch_key' | 'faults'>;

const rowsAtOnce = 500;

/** In several transactions, so that the import is short. @returns the import's id */
export async function stagePeople(
  { database, clock }: Pick<AppContext, 'database' | 'clock'>,
  fileName: string,
  people: readonly StagedPerson[],
): Promise<number> {
  const id = await database.transaction((writer) =>
    beginImport(writer, { fileName, rows: people.length, madeBy: null, now: clock.now() }),
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
    reportProgress('People read', from + rows.length, people.length);
    await nextTurn();
  }
  return id;
}

/** A spreadsheet's row, as `intake_people` stores it. */
export function stagedRow(cells: readonly SheetCell[], columns: ColumnFields) {
  const { faults, ...person } = readRow(cells, columns);
  return { ...person, faults: Object.keys(faults).length > 0 ? JSON.stringify(faults) : null };
}

/** Compares staged people with existing ones. */
export async function judgeStaged(
  writer: Writer,
  { engine, importId }: Pick<Import, 'engine' | 'importId'>,
): Promise<void> {
  await writer
    .updateTable('intake_people')
    .from(checkedPeople(writer, engine, importId).as('judgement'))
    .set(judgement)
    .where('intake_people.intake_id', '=', importId)
    .whereRef('intake_people.line', '=', 'judgement.line')
    .execute();
}

/** In the transaction that may create batches. @throws 409 if people have changed since the plan */
export async function importStagedPeople(writer: Writer, run: Import): Promise<void> {
  const { engine, importId, now } = run;
  await allowBulkJoins(writer, engine);
  await refreshStatistics(writer, engine, 'intake_people');
  await judgeStaged(writer, run);
  await refreshStatistics(writer, engine, 'intake_people');
  const overtaken = await writer
    .selectFrom('intake_people')
    .where('intake_id', '=', importId)
    .where('state', '=', 'wrong')
    .orderBy('line')
    .limit(1)
    .select('email')
    .executeTakeFirst();
  if (overtaken !== undefined)
    throw httpErrors.conflict(
      `People changed during the import: ${overtaken.email}. Nothing was imported. Please try again.`,
    );
  await applyImport(writer, run);
  await writer
    .updateTable('intakes')
    .set({ state: 'imported', imported_at: now })
    .where('id', '=', importId)
    .execute();
}
