import { trimUnseen } from '#contract/unseen';
import { withoutGuards } from './formula-guard.ts';

/** What an unusable cell shows, and an error for people. */
type WrongCell = { shown: string; fault: string };
/** '' for an empty cell. */
export type SheetCell = string | WrongCell;

export const shownText = (cell: SheetCell | undefined): string =>
  typeof cell === 'object' ? cell.shown : (cell ?? '');

const errorPattern =
  /^(?:#(?:N\/A|REF!|DIV\/0!|VALUE!|NAME\?|NUM!|NULL!|SPILL!|CALC!|FIELD!|BLOCKED!|CONNECT!|BUSY!|UNKNOWN!|GETTING_DATA)|Err:\d{3})$/i;

const cellFaults = {
  error: (text: string) => `This cell contains an error: ${text}. Correct the formula, or type the value.`,
  unreadable: 'Part of this text cannot be read. Type it again, or save the list as XLSX.',
};

/** Programs add errors of their own. */
export const errorCell = (shown: string): WrongCell => ({ shown, fault: cellFaults.error(shown) });

/** All cells are made here. */
export function textCell(raw: string): SheetCell {
  const text = trimUnseen(withoutGuards(raw.replaceAll('\0', '').toWellFormed()));
  if (errorPattern.test(text)) return errorCell(text);
  // Invalid bytes in the file's encoding.
  if (text.includes('\uFFFD')) return { shown: text, fault: cellFaults.unreadable };
  return text;
}

export const wrongRow = <Row extends { cells: readonly SheetCell[] }>(row: Row, fault: string): Row => ({
  ...row,
  cells: row.cells.map((cell): SheetCell => (cell === '' ? cell : { shown: shownText(cell), fault })),
});
