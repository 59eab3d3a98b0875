import type { Task } from '#contract/dates';
import { withAsciiDigits } from '#contract/digits';
import type { MarkColumns, MarkField } from '#contract/marking/mark-sheet';
import { fieldOfHeading, headingKey } from '../../people/sheets/guess-columns.ts';
import { readNumber } from '../../people/sheets/row-fields.ts';
import { shownText } from '../../platform/sheets/sheet-cell.ts';
import { SheetRefused, type SheetRow } from '../../platform/sheets/sheet.ts';
import { taskOf } from '../import-marks.ts';

const keysOf = (words: string) => new Set(words.split(' ').map(headingKey));

/** Moodle's and Canvas's words among others. */
const words: Record<Exclude<MarkField, 'email' | 'status'>, ReadonlySet<string>> = {
  task: keysOf('task week assignment'),
  marks: keysOf('marks mark score scores grade points'),
  comments: keysOf('comments comment feedbackcomments feedback remarks'),
  released: keysOf('released release'),
  token: keysOf('capstoneversion'),
};

/** Longer ones name nothing. */
const longestHeading = 200;

/** What stands behind a column's name: `(Real)`, `(4711)`, `[60]`, `<Numeric MaxPoints:10>`, `%`. */
const remark =
  /(?:\([^()]*\)|\[[^[\]]*\]|<[^<>]*>|\|\s?\d+|%|\/\s?\d+|\b(?:percentage|percent|points grade|out of \d+))$/i;

/** A column's name, without what precedes it in Moodle (`Assignment: `) and what stands behind. */
function nameOfHeading(heading: string): string {
  let name = heading
    .slice(0, longestHeading)
    .replace(/^\s*[\p{L}\p{M}]+\s*:\s*/u, '')
    .trim();
  for (;;) {
    const shorter = name.replace(remark, '').trimEnd();
    if (shorter === name) return name;
    name = shorter;
  }
}

/** Null: a heading says nothing of it. `raw` and numbers: points, out of so many where it is known. */
type Scale = 'feedback' | 'letter' | 'percent' | 'raw' | number | null;

const amount = String.raw`\s*[:=]?\s*(\d{1,5}(?:[.,]\d{1,5})?)`;
const outOf = new RegExp(
  String.raw`\b(?:out of|points?|pts\.?|max(?:imum)?\.?(?: ?(?:grade|marks?|points|score))?)${amount}|(?:^|[\s([])\/${amount}|\[${amount}\s*\]`,
  'i',
);

/** `Week 1 (Percentage)`, `Week 1 (Points: 10)`, `Marks out of 60`. */
export function scaleOf(heading: string): Scale {
  const text = withAsciiDigits(heading.slice(0, longestHeading));
  if (/\(feedback\)/i.test(text)) return 'feedback';
  if (/[([]\s*letter/i.test(text)) return 'letter';
  const most = outOf.exec(text)?.slice(1).find(Boolean);
  if (most !== undefined) return readNumber(most);
  if (/%|\bpercent(?:age)?\b/i.test(text)) return 'percent';
  return /[([]\s*(?:real|points?)\b/i.test(text) ? 'raw' : null;
}

const isEmail = (heading: string) =>
  fieldOfHeading(heading) === 'email' || headingKey(heading) === 'sisloginid';

/** Columns that may hold the task's marks. Its own are meant before any that is called marks. */
function markIndexes(headings: readonly string[], task: Task): number[] {
  const numbers = headings.flatMap((heading, index) => {
    const scale = scaleOf(heading);
    return scale === 'letter' || scale === 'feedback' ? [] : [index];
  });
  const own = numbers.filter((index) => taskOf(nameOfHeading(headings[index] as string)) === task);
  if (own.length > 0) return own;
  return numbers.filter((index) => words.marks.has(headingKey(nameOfHeading(headings[index] as string))));
}

/** Per cent is out of 100 for sure. */
function rankOf(heading: string): number {
  const scale = scaleOf(heading);
  if (scale === 'percent' || scale === 100) return 0;
  return scale === null ? 1 : 2;
}

/** `status` is never guessed: Moodle's column of that name says something else. */
export function guessMarkColumns(headings: readonly string[], task: Task): (MarkField | null)[] {
  const columns: (MarkField | null)[] = headings.map(() => null);
  const take = (field: MarkField, fits: (heading: string) => boolean): void => {
    if (columns.includes(field)) return;
    const index = headings.findIndex((heading, at) => columns[at] === null && fits(heading));
    if (index >= 0) columns[index] = field;
  };
  const isOwnFeedback = (heading: string) =>
    scaleOf(heading) === 'feedback' && taskOf(nameOfHeading(heading)) === task;
  take('email', (heading) => fieldOfHeading(heading) === 'email');
  take('email', isEmail);
  const [marks] = markIndexes(headings, task)
    .filter((index) => columns[index] === null)
    .toSorted((a, b) => rankOf(headings[a] as string) - rankOf(headings[b] as string));
  if (marks !== undefined) columns[marks] = 'marks';
  take('comments', isOwnFeedback);
  for (const field of ['token', 'task', 'comments', 'released'] as const)
    take(field, (heading) => words[field].has(headingKey(heading)));
  return columns;
}

type Span = { least: number; most: number };

/** What a written number may be: half a unit of its last place to either side. */
function spanOf(text: string, value: number): Span {
  const places = /[.,](\d+)/.exec(withAsciiDigits(text))?.[1]?.length ?? 0;
  const half = 0.5 * 10 ** -places;
  return { least: Math.max(0, value - half), most: value + half };
}

const quoted = (heading: string | undefined) => `"${(heading ?? '').slice(0, 60)}"`;

/**
 * Another column of the same marks must agree, also where it has points: out of one whole number up to 100.
 * @throws SheetRefused naming both columns and the row
 */
function refuseOther(
  rows: readonly SheetRow[],
  headings: readonly string[],
  columns: [number, number],
): void {
  const [marks, other] = columns;
  const scale = scaleOf(headings[other] as string);
  const isOutOf100 = scale === 'percent' || (scale === null && scaleOf(headings[marks] as string) === null);
  const known = isOutOf100 ? 100 : typeof scale === 'number' ? scale : null;
  let least = 0;
  let most = (known ?? 100) + 1;
  for (const { cells, line } of rows) {
    const texts = columns.map((index) => shownText(cells[index]).trim());
    const [mark, points] = texts.map(readNumber);
    if (mark == null || points == null) continue;
    const ofMark = spanOf(texts[0] as string, mark);
    const ofPoints = spanOf(texts[1] as string, points);
    least = Math.max(least, (100 * ofPoints.least) / ofMark.most);
    if (ofMark.least > 0) most = Math.min(most, (100 * ofPoints.most) / ofMark.least);
    const whole = known ?? Math.floor(least) + 1;
    if (least < whole && whole < most) continue;
    throw new SheetRefused(
      `The columns ${quoted(headings[marks])} and ${quoted(headings[other])} contradict each other in row ${line}: ${texts[0]} and ${texts[1]}. Delete one of the columns.`,
    );
  }
}

/** @throws SheetRefused for marks out of another number than 100, or two columns that contradict each other */
export function checkScales(
  rows: readonly SheetRow[],
  headings: readonly string[],
  { columns, task, isGuess }: { columns: MarkColumns; task: Task; isGuess: boolean },
): void {
  const marks = columns.indexOf('marks');
  const heading = headings[marks] ?? '';
  const scale = scaleOf(heading);
  if (typeof scale === 'number') refuseOutOf(scale);
  if (scale === 'percent') {
    const values = rows.map(({ cells }) => readNumber(shownText(cells[marks]).trim()) ?? 0);
    const least = values.find((value) => value > 0 && value < 1);
    if (least !== undefined && values.every((value) => value <= 1))
      throw new SheetRefused(
        `The column ${quoted(heading)} has marks up to 1, such as ${least}. Write them as per cent: 60, not 0.6.`,
      );
  }
  if (!isGuess) return;
  for (const other of markIndexes(headings, task))
    if (other !== marks) refuseOther(rows, headings, [marks, other]);
}

/** @throws SheetRefused unless 100 */
export function refuseOutOf(most: number): void {
  if (most !== 100)
    throw new SheetRefused(`These marks are out of ${most}. The portal needs marks out of 100.`);
}
