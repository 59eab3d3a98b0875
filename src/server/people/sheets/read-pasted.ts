import { httpErrors } from '../../platform/http/http-errors.ts';
import { delimiterOf, startLength } from '../../platform/sheets/read-csv.ts';
import { shownText, textCell } from '../../platform/sheets/sheet-cell.ts';
import {
  columnName,
  makeSheetMeter,
  SheetRefused,
  sheetLimits,
  type SheetRow,
} from '../../platform/sheets/sheet.ts';
import { splitCsv } from '../../platform/sheets/split-csv.ts';

const limits = { ...sheetLimits, rows: 2_000, rowsInAll: 4_000, cell: 10_000 };

/** These rows may hold the sheet's title. */
const titleRows = 10;

/** As a 400. */
export function inWords<Result>(read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    throw error instanceof SheetRefused ? httpErrors.badRequest(error.message) : error;
  }
}

/**
 * Pasted from a spreadsheet, or a file's text.
 * @param areHeadings whether a row names any column
 * @throws 400
 */
export function readPasted(
  text: string,
  areHeadings: (texts: readonly string[]) => boolean,
): { headings: string[]; rows: SheetRow[] } {
  return inWords(() => {
    const meter = makeSheetMeter(limits);
    const read: SheetRow[] = [];
    let line = 0;
    for (const cells of splitCsv(text, delimiterOf(text.slice(0, startLength)))) {
      line += 1;
      meter.countRow(line);
      const row = meter.keep(line, cells.map(textCell));
      if (row !== null) read.push(row);
    }
    const textsOf = (row: SheetRow | undefined) => row?.cells.map(shownText) ?? [];
    const named = read.slice(0, titleRows).findIndex((row) => areHeadings(textsOf(row)));
    const at = Math.max(0, named);
    const rows = read.slice(at + 1);
    if (rows.length === 0) throw new SheetRefused('The spreadsheet has no rows below its headings.');
    return { headings: textsOf(read[at]), rows };
  });
}

/** Such as `#REF!`, or bytes that are not text. */
export function faultsOfCells<Field extends string>(
  { cells }: SheetRow,
  columns: readonly (Field | null)[],
): Partial<Record<Field, string>> {
  const faults: Partial<Record<Field, string>> = {};
  for (const [index, field] of columns.entries()) {
    const cell = cells[index];
    if (field !== null && typeof cell === 'object') faults[field] = cell.fault;
  }
  return faults;
}

/** As in a spreadsheet: `C7`; null without such a column. */
export function placeOf<Field>(
  field: Field,
  columns: readonly (Field | null)[],
  { line }: SheetRow,
): string | null {
  const index = columns.indexOf(field);
  return index < 0 ? null : `${columnName(index)}${line}`;
}

const andMore = (count: number) => (count === 0 ? '' : ` (and ${count} more)`);

type Row = {
  line: number;
  state: string;
  name: string | null;
  cells: readonly { fault: string | null }[];
};

/** A 409 with the first one by name. */
export function wrongRows({ rows, counts }: { rows: readonly Row[]; counts: { wrong: number } }) {
  const first = rows.find(({ state }) => state === 'wrong');
  const fault = first?.cells.map((cell) => cell.fault).find((text) => text !== null);
  const row = [`Row ${first?.line}`, first?.name].filter(Boolean).join(', ');
  const words = fault?.replace(/\.$/, '') ?? 'wrong';
  return httpErrors.conflict(`${row}: ${words}${andMore(counts.wrong - 1)}. Nothing was saved.`);
}
