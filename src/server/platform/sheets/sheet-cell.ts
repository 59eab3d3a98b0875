import { trimUnseen } from '#contract/unseen';

/** What precedes a formula, and its sign, also full-width; after a separator the sign begins a cell. */
const atStart = /^'*(?:[\t\r]|(?:[\s",;|]+'*)?[=+\-@＝＋－＠])/u;
const guardedAtStart = /^'(?='*(?:[\t\r]|(?:[\s",;|]+'*)?[=+\-@＝＋－＠]))/u;
const inside = /[\s",;|]+(?:'*[=+\-@＝＋－＠])?/gu;
const splits = /[;|\t\r\n]/;
const blanks = /^[\s",;|]+/u;

/** Where other programs may split a line. */
function eachInside(text: string, change: (sign: string) => string): string {
  return text.replace(inside, (found, at: number) => {
    const [run = ''] = blanks.exec(found) ?? [];
    const beginsCell = run.length < found.length && (at === 0 || splits.test(run));
    return beginsCell ? run + change(found.slice(run.length)) : found;
  });
}

/** Against CSV injection, however programs split lines. */
export function guardFormulas(text: string): string {
  return (atStart.test(text) ? `'` : '') + eachInside(text, (sign) => `'${sign}`);
}

/** The inverse of `guardFormulas`. */
export function withoutGuards(text: string): string {
  return eachInside(text.replace(guardedAtStart, ''), (sign) => sign.replace(/^'/, ''));
}

/** What it shows, and an error for people. */
type WrongCell = { shown: string; fault: string };
/** '' if empty. */
export type SheetCell = string | WrongCell;

export const shownText = (cell: SheetCell | undefined): string =>
  typeof cell === 'object' ? cell.shown : (cell ?? '');

const errorPattern =
  /^(?:#(?:N\/A|REF!|DIV\/0!|VALUE!|NAME\?|NUM!|NULL!|SPILL!|CALC!|FIELD!|BLOCKED!|CONNECT!|BUSY!|UNKNOWN!|GETTING_DATA)|Err:\d{3})$/i;

const cellFaults = {
  error: (text: string) => `This cell contains an error: ${text}. Correct the formula, or type the value.`,
  unreadable: 'Part of this text cannot be read. Type it again, or save the list as XLSX.',
};

/** Each program adds its own. */
export const errorCell = (shown: string): WrongCell => ({ shown, fault: cellFaults.error(shown) });

export function textCell(raw: string): SheetCell {
  const text = trimUnseen(withoutGuards(raw.replaceAll('\0', '').toWellFormed()));
  if (errorPattern.test(text)) return errorCell(text);
  // Bytes that are invalid in its encoding.
  if (text.includes('\uFFFD')) return { shown: text, fault: cellFaults.unreadable };
  return text;
}

export const wrongRow = <Row extends { cells: readonly SheetCell[] }>(row: Row, fault: string): Row => ({
  ...row,
  cells: row.cells.map((cell): SheetCell => (cell === '' ? cell : { shown: shownText(cell), fault })),
});
