import { CsvError, parse } from 'csv-parse/sync';
import type { Task } from '#contract/dates';
import { normalizeEmail } from '#contract/limits';
import type { MarkColumns, MarkField } from '#contract/marking/mark-sheet';
import { fieldOfHeading, headingKey } from '../../people/sheets/guess-columns.ts';
import { readScore } from '../../people/sheets/row-fields.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import { delimiterOf } from '../../platform/sheets/read-csv.ts';
import { shownText, textCell } from '../../platform/sheets/sheet-cell.ts';
import { makeSheetMeter, SheetRefused, sheetLimits, type SheetRow } from '../../platform/sheets/sheet.ts';
import { taskOf } from '../import-marks.ts';

const limits = { ...sheetLimits, rows: 2_000, rowsInAll: 4_000, cell: 10_000 };

const keysOf = (words: string) => new Set(words.split(' ').map(headingKey));

/** Moodle's and Canvas's words among others. */
const words: Record<Exclude<MarkField, 'email'>, ReadonlySet<string>> = {
  task: keysOf('task week assignment'),
  marks: keysOf('marks mark score scores grade points'),
  comments: keysOf('comments comment feedbackcomments feedback remarks'),
  released: keysOf('released release'),
  token: keysOf('capstoneversion'),
};

/** `Assignment: Week 1 (Real)` in Moodle, `Week 1 (4711)` in Canvas. */
const taskOfHeading = (heading: string) =>
  taskOf(heading.replace(/^\s*\w+\s*:\s*/, '').replace(/\([^()]*\)\s*$/, ''));

const isEmail = (heading: string) =>
  fieldOfHeading(heading) === 'email' || headingKey(heading) === 'sisloginid';

/** The task's own column is meant before any that is called marks. */
export function guessMarkColumns(headings: readonly string[], task: Task): (MarkField | null)[] {
  const columns: (MarkField | null)[] = headings.map(() => null);
  const take = (field: MarkField, fits: (heading: string) => boolean): void => {
    if (columns.includes(field)) return;
    const index = headings.findIndex((heading, at) => columns[at] === null && fits(heading));
    if (index >= 0) columns[index] = field;
  };
  take('email', (heading) => fieldOfHeading(heading) === 'email');
  take('email', isEmail);
  take('marks', (heading) => taskOfHeading(heading) === task);
  for (const field of ['token', 'task', 'marks', 'comments', 'released'] as const)
    take(field, (heading) => words[field].has(headingKey(heading)));
  return columns;
}

/** These rows may hold the sheet's title. */
const titleRows = 10;

/** Pasted from a spreadsheet, or a file's text. @throws 400 */
export function readMarkSheet(text: string, task: Task): { headings: string[]; rows: SheetRow[] } {
  const meter = makeSheetMeter(limits);
  try {
    const records: string[][] = parse(text, {
      bom: true,
      delimiter: delimiterOf(text.slice(0, 65_536)),
      relax_quotes: true,
      relax_column_count: true,
      record_delimiter: ['\r\n', '\n', '\r'],
    });
    const read = records.flatMap((cells, index) => {
      meter.countRow(index + 1);
      return meter.keep(index + 1, cells.map(textCell)) ?? [];
    });
    const textsOf = (row: SheetRow | undefined) => row?.cells.map(shownText) ?? [];
    const named = read
      .slice(0, titleRows)
      .findIndex((row) => guessMarkColumns(textsOf(row), task).some((field) => field !== null));
    const at = Math.max(0, named);
    const rows = read.slice(at + 1);
    if (rows.length === 0) throw new SheetRefused('The spreadsheet has no rows below its headings.');
    return { headings: textsOf(read[at]), rows };
  } catch (error) {
    if (error instanceof SheetRefused) throw httpErrors.badRequest(error.message);
    if (!(error instanceof CsvError)) throw error;
    throw httpErrors.badRequest('The rows cannot be read. Check for a missing quotation mark.');
  }
}

const isPoints = ({ cells }: SheetRow) => /^points possible$/i.test(shownText(cells[0]).trim());

/** What Canvas writes below its headings, and of its test student. */
const isOfCanvas = (row: SheetRow) => isPoints(row) || shownText(row.cells[0]) === 'Student, Test';

/** @throws 400 for marks out of another number than 100 */
export function markRows(
  rows: readonly SheetRow[],
  headings: readonly string[],
  columns: MarkColumns,
): SheetRow[] {
  const maximum = headings.findIndex((heading) =>
    /^max(?:imum)?(?:grade|marks|score)$/.test(headingKey(heading)),
  );
  const marks = columns.indexOf('marks');
  for (const row of rows) {
    const cell = row.cells[isPoints(row) ? marks : maximum];
    const outOf = cell === undefined ? null : readScore(shownText(cell));
    if (outOf !== null && outOf !== 100)
      throw httpErrors.badRequest(`These marks are out of ${outOf}. The portal needs marks out of 100.`);
  }
  return rows.filter((row) => !isOfCanvas(row));
}

/** Spreadsheets and forms change line ends. */
export const plain = (comments: string) => comments.replaceAll('\r\n', '\n').trim();

export type Texts = Record<MarkField, string>;

export function textsOf({ cells }: SheetRow, columns: MarkColumns, task: Task): Texts {
  const text = (field: MarkField) => shownText(cells[columns.indexOf(field)]).trim();
  return {
    email: normalizeEmail(text('email').replace(/^mailto:/i, '')),
    task: text('task') === '' ? task : taskOf(text('task')),
    marks: text('marks'),
    comments: plain(text('comments')),
    released: text('released'),
    token: text('token'),
  };
}
