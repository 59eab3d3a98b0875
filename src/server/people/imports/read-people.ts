import type { ImportField } from '#contract/people/import-fields';
import { findHeadings, fieldOfHeading, guessColumns } from '../sheets/guess-columns.ts';
import { fieldTexts, hasPerson } from '../sheets/row-fields.ts';
import {
  ImportRefused,
  issueMessage,
  type ImportError,
  type Located,
  type SourceLocation,
} from '../../platform/import-files/source-location.ts';
import { readSheet } from '../../platform/sheets/read-sheet.ts';
import { SheetRefused } from '../../platform/sheets/sheet.ts';
import { shownText, type SheetCell } from '../../platform/sheets/sheet-cell.ts';
import { personRecord, type PersonRecord } from './import-people.ts';

export type ListRow = { cells: SheetCell[]; locations: SourceLocation[] };

/** A cell's column is its number. @throws ImportRefused */
export async function readWorkbook(file: string): Promise<ListRow[]> {
  const rows: ListRow[] = [];
  try {
    for await (const piece of readSheet(file))
      for (const { line, cells } of piece)
        rows.push({ cells, locations: cells.map((_, index) => ({ file, line, column: index + 1 })) });
  } catch (error) {
    if (error instanceof SheetRefused)
      throw new ImportRefused([{ file, line: 1, column: 1, message: error.message }]);
    throw error;
  }
  return rows;
}

/** Rows searched for headings and sample values. */
const firstRows = 60;

/**
 * Reads a list of people with the same headings as the office's screen; other columns are ignored.
 * @param batches the keys of existing batches
 */
export function readPeople(
  file: string,
  rows: readonly ListRow[],
  batches: ReadonlySet<string>,
  faults: ImportError[],
): Located<PersonRecord>[] {
  const first = rows.slice(0, firstRows).map(({ cells }, index) => ({ line: index + 1, cells }));
  const { before, headings } = findHeadings(first);
  const people = rows.slice(before);
  const filled = new Set(
    people.flatMap(({ cells }) => cells.flatMap((cell, index) => (cell === '' ? [] : [index]))),
  );
  const samples = first.slice(before).map(({ cells }) => cells.map(shownText));
  const columns = guessColumns(headings, samples, batches, filled);
  const head = rows[before - 1]?.locations;
  const placeOf = (index: number): SourceLocation => head?.[index] ?? { file, line: 1, column: 1 };
  const named = headings.map(fieldOfHeading);
  for (const [index, field] of named.entries())
    if (
      field !== null &&
      field !== 'name' &&
      filled.has(index) &&
      named.indexOf(field) < index &&
      filled.has(named.indexOf(field))
    )
      faults.push({ ...placeOf(index), message: `the column "${field}" appears twice` });
  if (!columns.includes('email')) {
    const known = Object.keys(personRecord.shape).join(', ');
    const top = rows[0]?.locations[0] ?? placeOf(0);
    faults.push({ ...top, message: `the column "email" is missing; known: ${known}` });
    return [];
  }
  return people.flatMap(({ cells, locations }) => {
    if (!hasPerson(cells, columns)) return [];
    const start = locations[0] ?? placeOf(0);
    // An unquoted comma shifts the cells behind it.
    const last = cells.findLastIndex((cell) => cell !== '');
    if (headings.length > 0 && last >= headings.length) {
      faults.push({
        ...(locations[last] ?? start),
        message: `has ${last + 1} cells; the header has ${headings.length}`,
      });
      return [];
    }
    const at = (field?: PropertyKey) => locations[columns.indexOf(field as ImportField)] ?? start;
    const { texts, faults: ofCells } = fieldTexts(cells, columns);
    for (const [field, message] of Object.entries(ofCells))
      faults.push({ ...at(field), message: `"${field}": ${message}` });
    const parsed = personRecord.safeParse(texts);
    if (parsed.success) return Object.keys(ofCells).length > 0 ? [] : [{ value: parsed.data, at }];
    for (const issue of parsed.error.issues)
      if (!(String(issue.path[0]) in ofCells))
        faults.push({ ...at(issue.path[0]), message: issueMessage(issue) });
    return [];
  });
}
