import type { Task } from '#contract/dates';
import type { MarkColumns, MarkField } from '#contract/marking/mark-sheet';
import { headingKey } from '../../people/sheets/guess-columns.ts';
import { isNoPerson, readEmail, readNumber } from '../../people/sheets/row-fields.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import { delimiterOf, startLength } from '../../platform/sheets/read-csv.ts';
import { shownText, textCell } from '../../platform/sheets/sheet-cell.ts';
import { makeSheetMeter, SheetRefused, sheetLimits, type SheetRow } from '../../platform/sheets/sheet.ts';
import { splitCsv } from '../../platform/sheets/split-csv.ts';
import { taskOf } from '../import-marks.ts';
import { textOfHtml } from './feedback-html.ts';
import { checkScales, guessMarkColumns, refuseOutOf } from './mark-columns.ts';

const limits = { ...sheetLimits, rows: 2_000, rowsInAll: 4_000, cell: 10_000 };

/** These rows may hold the sheet's title. */
const titleRows = 10;

/** As a 400. */
function inWords<Result>(read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    throw error instanceof SheetRefused ? httpErrors.badRequest(error.message) : error;
  }
}

/** Pasted from a spreadsheet, or a file's text. @throws 400 */
export function readMarkSheet(text: string, task: Task): { headings: string[]; rows: SheetRow[] } {
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
    const named = read
      .slice(0, titleRows)
      .findIndex((row) => guessMarkColumns(textsOf(row), task).some((field) => field !== null));
    const at = Math.max(0, named);
    const rows = read.slice(at + 1);
    if (rows.length === 0) throw new SheetRefused('The spreadsheet has no rows below its headings.');
    return { headings: textsOf(read[at]), rows };
  });
}

const isPoints = ({ cells }: SheetRow) => /^points possible$/i.test(shownText(cells[0]).trim());

/** @throws 400 for marks out of another number than 100, or two columns that contradict each other */
export function markRows(
  all: readonly SheetRow[],
  headings: readonly string[],
  { columns, task, isGuess }: { columns: MarkColumns; task: Task; isGuess: boolean },
): SheetRow[] {
  const maximum = headings.findIndex((heading) =>
    /^max(?:imum)?(?:grade|marks|score)$/.test(headingKey(heading)),
  );
  const marks = columns.indexOf('marks');
  const rows = all.filter(({ cells }) => !isNoPerson(cells));
  inWords(() => {
    for (const row of all) {
      const cell = row.cells[isPoints(row) ? marks : maximum];
      const outOf = cell === undefined ? null : readNumber(shownText(cell));
      if (outOf !== null) refuseOutOf(outOf);
    }
    checkScales(rows, headings, { columns, task, isGuess });
  });
  return rows;
}

/** Spreadsheets and forms change line ends. */
export const plain = (comments: string) => comments.replaceAll('\r\n', '\n').trim();

export type Texts = Record<MarkField, string>;

/** `isHtml`: Moodle's feedback. */
export function textsOf(
  { cells }: SheetRow,
  { columns, task, isHtml }: { columns: MarkColumns; task: Task; isHtml: boolean },
): Texts {
  const text = (field: MarkField) => shownText(cells[columns.indexOf(field)]).trim();
  return {
    email: readEmail(text('email')),
    task: text('task') === '' ? task : taskOf(text('task')),
    status: text('status'),
    marks: text('marks'),
    comments: plain(isHtml ? textOfHtml(text('comments')) : text('comments')),
    released: text('released'),
    token: text('token'),
  };
}

export const isFeedback = (heading: string | undefined) => /feedback/i.test(heading ?? '');
