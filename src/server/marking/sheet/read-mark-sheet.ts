import type { Task } from '#contract/dates';
import type { MarkColumns, MarkField } from '#contract/marking/mark-sheet';
import { headingKey } from '../../people/sheets/guess-columns.ts';
import { isNoPerson, readEmail, readNumber } from '../../people/sheets/row-fields.ts';
import { inWords, readPasted } from '../../people/sheets/read-pasted.ts';
import { shownText } from '../../platform/sheets/sheet-cell.ts';
import type { SheetRow } from '../../platform/sheets/sheet.ts';
import { taskOf } from '../import-marks.ts';
import { textOfHtml } from './feedback-html.ts';
import { checkScales, guessMarkColumns, refuseOutOf } from './mark-columns.ts';

/** Pasted from a spreadsheet, or a file's text. @throws 400 */
export const readMarkSheet = (text: string, task: Task) =>
  readPasted(text, (texts) => guessMarkColumns(texts, task).some((field) => field !== null));

/** Canvas' second row: what each column is marked out of. */
const isPointsPossible = ({ cells }: SheetRow) => /^points possible$/i.test(shownText(cells[0]).trim());

/** The rows about people. @throws 400 for marks out of another number than 100, or two columns that contradict each other */
export function markRows(
  all: readonly SheetRow[],
  headings: readonly string[],
  { columns, task, isGuess }: { columns: MarkColumns; task: Task; isGuess: boolean },
): SheetRow[] {
  const maximumColumn = headings.findIndex((heading) =>
    /^max(?:imum)?(?:grade|marks|score)$/.test(headingKey(heading)),
  );
  const marksColumn = columns.indexOf('marks');
  const rows = all.filter(({ cells }) => !isNoPerson(cells));
  inWords(() => {
    for (const row of all) {
      const cell = row.cells[isPointsPossible(row) ? marksColumn : maximumColumn];
      const outOf = cell === undefined ? null : readNumber(shownText(cell));
      if (outOf !== null) refuseOutOf(outOf);
    }
    checkScales(rows, headings, { columns, task, isGuess });
  });
  return rows;
}

/** Spreadsheets and forms change line ends. */
export const plainComments = (comments: string) => comments.replaceAll('\r\n', '\n').trim();

export type Texts = Record<MarkField, string>;

/** @param isHtml the comments are HTML, as Moodle exports its feedback */
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
    comments: plainComments(isHtml ? textOfHtml(text('comments')) : text('comments')),
    released: text('released'),
    token: text('token'),
  };
}

export const isFeedback = (heading: string | undefined) => /feedback/i.test(heading ?? '');
