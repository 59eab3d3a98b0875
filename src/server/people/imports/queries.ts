import type { RowState } from '#contract/people/import-fields';
import { accountsAs } from '../../accounts/queries.ts';
import type { Reader, Writer } from '../../platform/database/database.ts';
import type { SheetCell } from '../../platform/sheets/sheet-cell.ts';
import type { SheetRow } from '../../platform/sheets/sheet.ts';

const imports = (database: Reader) =>
  database
    .selectFrom('intakes')
    .leftJoin(accountsAs('maker'), 'maker.id', 'intakes.made_by')
    .select([
      'intakes.id',
      'intakes.file_name',
      'intakes.headings',
      'intakes.columns',
      'intakes.is_remembered',
      'intakes.state',
      'intakes.row_count',
      'intakes.new_count',
      'intakes.changed_count',
      'intakes.unchanged_count',
      'intakes.wrong_count',
      'intakes.people_there',
      'intakes.check_key',
      'intakes.made_by',
      'intakes.made_at',
      'intakes.imported_at',
      'intakes.undone_at',
      'intakes.undone_count',
      'maker.name as maker',
    ]);
export type ImportRecord = Awaited<ReturnType<typeof newestImports>>[number];

/** For the office, read to the end. */
export async function newestImports(database: Reader, limit: number) {
  return imports(database)
    .where('intakes.state', '<>', 'reading')
    .where('intakes.made_by', 'is not', null)
    .orderBy('intakes.id', 'desc')
    .limit(limit)
    .execute();
}

/** Only if read to the end. */
export async function importById(database: Reader, id: number): Promise<ImportRecord | undefined> {
  return imports(database)
    .where('intakes.id', '=', id)
    .where('intakes.state', '<>', 'reading')
    .executeTakeFirst();
}

export async function linesAfter(
  database: Reader,
  importId: number,
  { after, limit }: { after: number; limit: number },
): Promise<SheetRow[]> {
  const rows = await database
    .selectFrom('intake_lines')
    .where('intake_id', '=', importId)
    .where('line', '>', after)
    .orderBy('line')
    .limit(limit)
    .select(['line', 'cells'])
    .execute();
  return rows.map(({ line, cells }) => ({ line, cells: JSON.parse(cells) as SheetCell[] }));
}

export async function hasScores(database: Reader, importId: number): Promise<boolean> {
  const row = await database
    .selectFrom('intake_people')
    .where('intake_id', '=', importId)
    .where('exit_score', 'is not', null)
    .select('line')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export async function cellsOf(
  database: Reader,
  importId: number,
  lines: readonly number[],
): Promise<Map<number, string[]>> {
  const rows = await database
    .selectFrom('intake_lines')
    .where('intake_id', '=', importId)
    .where('line', 'in', lines)
    .select(['line', 'cells'])
    .execute();
  return new Map(rows.map(({ line, cells }) => [line, JSON.parse(cells) as string[]]));
}

export async function countStates(database: Reader, importId: number): Promise<Record<RowState, number>> {
  const rows = await database
    .selectFrom('intake_people')
    .where('intake_id', '=', importId)
    .where('state', 'is not', null)
    .groupBy('state')
    .select(['state', (of) => of.fn.countAll<number>().as('count')])
    .execute();
  const counts = { new: 0, changed: 0, unchanged: 0, wrong: 0 };
  for (const { state, count } of rows) counts[state as RowState] = Number(count);
  return counts;
}

export async function rememberedColumns(database: Reader, hash: string): Promise<string | null> {
  const row = await database
    .selectFrom('intake_columns')
    .where('headings_hash', '=', hash)
    .select('columns')
    .executeTakeFirst();
  return row?.columns ?? null;
}

export async function rememberColumns(
  writer: Writer,
  row: { headings_hash: string; columns: string; used_at: number },
): Promise<void> {
  const { columns, used_at } = row;
  await writer
    .insertInto('intake_columns')
    .values(row)
    .onConflict((conflict) => conflict.column('headings_hash').doUpdateSet({ columns, used_at }))
    .execute();
}

/** Still being read. @returns its id */
export async function beginImport(
  writer: Writer,
  { fileName, rows, madeBy, now }: { fileName: string; rows: number; madeBy: number | null; now: number },
): Promise<number> {
  const { id } = await writer
    .insertInto('intakes')
    .values({
      file_name: fileName,
      headings: '[]',
      columns: '[]',
      is_remembered: 0,
      state: 'reading',
      row_count: rows,
      new_count: 0,
      changed_count: 0,
      unchanged_count: 0,
      wrong_count: 0,
      people_there: 0,
      made_by: madeBy,
      made_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
