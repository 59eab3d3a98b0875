import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import * as calls from '#contract/people/import-calls';
import { columnsProblem, type ColumnFields } from '#contract/people/import-fields';
import { administrator } from '../../accounts/policy.ts';
import { read } from '../../accounts/sessions/act.ts';
import { countPeople } from '../../accounts/people-queries.ts';
import type { AppContext } from '../../platform/context.ts';
import type { Writer } from '../../platform/database/database.ts';
import { refreshStatistics } from '../../platform/database/rows-at-once.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import { parseId } from '../../platform/parse-id.ts';
import { checkedPeople, judgement } from './compare-people.ts';
import { headingsHash } from '../sheets/guess-columns.ts';
import { countStates, importById, linesAfter, rememberColumns } from './queries.ts';
import { importDetails } from './read-import.ts';
import { hasPerson } from '../sheets/row-fields.ts';
import { stagedRow } from './stage-people.ts';

type Context = Pick<AppContext, 'database' | 'clock'>;

/** Small, so that others wait milliseconds only. */
const rowsAtOnce = 200;

const overtaken = () =>
  httpErrors.conflict('Someone else is checking this spreadsheet. Please wait a moment.', 3);

/** Unless another dry run began or the rows were imported. */
async function writePart(
  { database }: Context,
  { importId, checkKey }: { importId: number; checkKey: string },
  write: (writer: Writer) => Promise<unknown>,
): Promise<void> {
  await database.nonDurableTransaction(async (writer) => {
    const held = await writer
      .selectFrom('intakes')
      .where('id', '=', importId)
      .where('check_key', '=', checkKey)
      .where('state', '<>', 'imported')
      .select('id')
      .executeTakeFirst();
    if (held === undefined) throw overtaken();
    await write(writer);
  });
  // Lets waiting requests run.
  await nextTurn();
}

/** @returns the last line of each part */
async function writePeople(
  context: Context,
  check: { importId: number; checkKey: string },
  columns: ColumnFields,
): Promise<number[]> {
  const { importId } = check;
  const ends: number[] = [];
  for (let after = 0; ;) {
    const lines = await linesAfter(context.database.reader, importId, { after, limit: rowsAtOnce });
    const last = lines.at(-1);
    if (last === undefined) return ends;
    const people = lines.filter(({ cells }) => hasPerson(cells, columns));
    const rows = people.map(({ line, cells }) => ({
      intake_id: importId,
      line,
      ...stagedRow(cells, columns),
      state: null,
    }));
    const first = lines[0] as { line: number };
    await writePart(context, check, async (writer) => {
      await writer
        .deleteFrom('intake_people')
        .where('intake_id', '=', importId)
        .where('line', '>=', first.line)
        .where('line', '<=', last.line)
        .execute();
      if (rows.length > 0) await writer.insertInto('intake_people').values(rows).execute();
    });
    ends.push(last.line);
    after = last.line;
  }
}

/** PostgreSQL would scan all rows for a new import. */
function countRows({ database }: Pick<Context, 'database'>): Promise<void> {
  return database.nonDurableTransaction((writer) =>
    refreshStatistics(writer, database.engine, 'intake_people'),
  );
}

/** Compares with existing people. */
export async function judgeRows(
  context: Context,
  check: { importId: number; checkKey: string },
  ends: readonly number[],
): Promise<void> {
  const { importId } = check;
  await countRows(context);
  let after = 0;
  for (const end of ends) {
    const part = { after, end };
    await writePart(context, check, (writer) =>
      writer
        .updateTable('intake_people')
        .from(
          checkedPeople(writer, context.database.engine, importId)
            .where('person.line', '>', part.after)
            .where('person.line', '<=', part.end)
            .as('judgement'),
        )
        .set(judgement)
        .where('intake_people.intake_id', '=', importId)
        .whereRef('intake_people.line', '=', 'judgement.line')
        .execute(),
    );
    after = end;
  }
}

/**
 * Remembers columns by headings; people stay unchanged.
 * @throws 400 for invalid columns; 409 once imported, and during another check
 */
export async function checkImport(context: Context, importId: number, columns: ColumnFields): Promise<void> {
  const { database, clock } = context;
  const amiss = columnsProblem(columns);
  if (amiss !== null) throw httpErrors.badRequest(amiss);
  const peopleImport = await importById(database.reader, importId);
  if (peopleImport === undefined) throw httpErrors.notFound('There is no such spreadsheet.');
  const headings = JSON.parse(peopleImport.headings) as string[];
  if (columns.length !== headings.length)
    throw httpErrors.badRequest(`The spreadsheet has ${headings.length} columns, not ${columns.length}.`);
  const checkKey = randomUUID();
  await database.transaction(async (writer) => {
    const taken = await writer
      .updateTable('intakes')
      .set({ check_key: checkKey, state: 'read', columns: JSON.stringify(columns) })
      .where('id', '=', importId)
      .where('state', 'in', ['read', 'checked'])
      .returning('id')
      .executeTakeFirst();
    if (taken === undefined) throw httpErrors.conflict('This spreadsheet has already been imported.');
    if (headings.some(Boolean)) {
      const headings_hash = headingsHash(headings);
      await rememberColumns(writer, {
        headings_hash,
        columns: JSON.stringify(columns),
        used_at: clock.now(),
      });
    }
  });
  const check = { importId, checkKey };
  await judgeRows(context, check, await writePeople(context, check, columns));
  await finishCheck(context, check);
}

/** @throws 409 if another dry run began */
export async function finishCheck(
  { database }: Context,
  { importId, checkKey }: { importId: number; checkKey: string },
): Promise<void> {
  const { reader } = database;
  // The import selects rows by state.
  await countRows({ database });
  const [counts, there] = [await countStates(reader, importId), await countPeople(reader)];
  const done = await database.transaction((writer) =>
    writer
      .updateTable('intakes')
      .set({
        state: 'checked',
        new_count: counts.new,
        changed_count: counts.changed,
        unchanged_count: counts.unchanged,
        wrong_count: counts.wrong,
        people_there: there,
      })
      .where('id', '=', importId)
      .where('check_key', '=', checkKey)
      .where('state', '=', 'read')
      .returning('id')
      .executeTakeFirst(),
  );
  if (done === undefined) throw overtaken();
}

export const checkImportCall = read(calls.checkImport, {
  who: administrator,
  takesLong: true,
  async run({ context, params, body }) {
    await checkImport(context, parseId(params.id) ?? 0, body.columns);
    return importDetails(context.database.reader, params.id);
  },
});
