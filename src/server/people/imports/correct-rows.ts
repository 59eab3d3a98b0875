import { sql } from 'kysely';
import type { z } from 'zod';
import * as calls from '#contract/people/import-calls';
import { importFieldLabels, type ColumnFields, type ImportField } from '#contract/people/import-fields';
import { isSame } from '#contract/began';
import { batchKey } from '#contract/limits';
import { administrator } from '../../accounts/policy.ts';
import { read } from '../../accounts/sessions/act.ts';
import type { AppContext } from '../../platform/context.ts';
import type { Writer } from '../../platform/database/database.ts';
import { lockedInOrder } from '../../platform/database/locked-in-order.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import { parseId } from '../../platform/parse-id.ts';
import type { SheetCell } from '../../platform/sheets/sheet-cell.ts';
import { checkImport } from './check-import.ts';
import { textOf } from '../sheets/row-fields.ts';
import { listRows } from './list-rows.ts';
import { importDetails } from './read-import.ts';
import { importById, linesAfter } from './queries.ts';

const rowsAtOnce = 200;

/** In the field's first column, emptying others. @throws 400 for a field without a column */
function withText(
  cells: readonly SheetCell[],
  columns: ColumnFields,
  field: ImportField,
  text: string,
): SheetCell[] {
  const first = columns.indexOf(field);
  if (first === -1) throw httpErrors.badRequest('No column is mapped to this field.');
  return columns.map((column, index) =>
    index === first ? text : column === field ? '' : (cells[index] ?? ''),
  );
}

async function writeLines(
  writer: Writer,
  importId: number,
  lines: readonly { line: number; cells: readonly SheetCell[] }[],
): Promise<void> {
  if (lines.length === 0) return;
  const values = lines.map(({ line, cells }) => sql`(cast(${line} as integer), ${JSON.stringify(cells)})`);
  // Both engines' names of `values` columns.
  await sql`update intake_lines set cells = new.column2 from (values ${sql.join(values)}) as new
    where intake_id = ${importId} and line = new.column1`.execute(writer);
}

async function leaveOut(writer: Writer, importId: number, lines: readonly number[]): Promise<void> {
  if (lines.length === 0) return;
  await writer
    .deleteFrom('intake_people')
    .where('intake_id', '=', importId)
    .where('line', 'in', lines)
    .execute();
  const left = await writer
    .deleteFrom('intake_lines')
    .where('intake_id', '=', importId)
    .where('line', 'in', lines)
    .returning('line')
    .execute();
  await writer
    .updateTable('intakes')
    .set((of) => ({ row_count: of('row_count', '-', left.length) }))
    .where('id', '=', importId)
    .execute();
}

type TypedCell = NonNullable<z.output<typeof calls.correctImport.body>['cells']>[number];

/** @throws 409 for a cell that somebody else has changed to something else */
async function refuseOvertaken(
  writer: Writer,
  peopleImport: { id: number; columns: string },
  { line, field, value, began }: TypedCell,
): Promise<void> {
  if (began === undefined) return;
  const { rows } = await listRows(writer, peopleImport, { state: undefined, after: line - 1 });
  const cell = rows.find((row) => row.line === line)?.cells.find((one) => one.field === field);
  const now = cell?.typed ?? cell?.value ?? '';
  if (isSame(began, now) || isSame(value, now)) return;
  throw httpErrors.conflict(
    `${importFieldLabels[field]} in row ${line} was changed in the meantime. It is now “${now}”. Your row is not saved yet.`,
  );
}

/** Repeats the dry run. @throws 400 for a cell that does not exist; 404; 409 once imported */
async function correctRows(
  context: Pick<AppContext, 'database' | 'clock'>,
  importId: number,
  { leave_out: leftOut = [], cells = [], batch }: z.output<typeof calls.correctImport.body>,
): Promise<void> {
  const { database } = context;
  const peopleImport = await importById(database.reader, importId);
  if (peopleImport === undefined) throw httpErrors.notFound('There is no such spreadsheet.');
  if (peopleImport.state === 'imported')
    throw httpErrors.conflict('This spreadsheet has already been imported.');
  const columns = JSON.parse(peopleImport.columns) as ColumnFields;
  await database.transaction(async (writer) => {
    const row = writer.selectFrom('intakes').where('id', '=', importId).orderBy('id').select('id');
    await lockedInOrder(writer, row).execute();
    for (const cell of cells)
      await refuseOvertaken(writer, { id: importId, columns: peopleImport.columns }, cell);
    await leaveOut(writer, importId, leftOut);
    const rows = new Map<number, SheetCell[]>();
    for (const { line, field, value } of cells) {
      const [row] = await linesAfter(writer, importId, { after: line - 1, limit: 1 });
      if (row?.line !== line) throw httpErrors.badRequest(`There is no row ${line}.`);
      rows.set(line, withText(rows.get(line) ?? row.cells, columns, field, value));
    }
    await writeLines(
      writer,
      importId,
      [...rows].map(([line, written]) => ({ line, cells: written })),
    );
  });
  if (batch !== undefined) {
    const key = batchKey(batch.typed);
    for (let after = 0; ;) {
      const page = await linesAfter(database.reader, importId, { after, limit: rowsAtOnce });
      const named = page
        .filter(({ cells }) => batchKey(textOf(cells, columns, 'batch')) === key)
        .map(({ line, cells }) => ({ line, cells: withText(cells, columns, 'batch', batch.name) }));
      if (named.length > 0) await database.transaction((writer) => writeLines(writer, importId, named));
      const last = page.at(-1);
      if (last === undefined) break;
      after = last.line;
    }
  }
  await checkImport(context, importId, columns);
}

export const correctImport = read(calls.correctImport, {
  who: administrator,
  takesLong: true,
  async run({ context, params, body }) {
    await correctRows(context, parseId(params.id) ?? 0, body);
    return importDetails(context.database.reader, params.id);
  },
});
