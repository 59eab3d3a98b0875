import { trimUnseen } from '#contract/unseen';
import { withoutGuards } from './formula-guard.ts';

/** A cell that is no value: what it shows, and why it cannot be read, to people. */
export type WrongCell = { shown: string; fault: string };
/** A cell as it shows; '' for an empty one. */
export type SheetCell = string | WrongCell;

/** What a cell shows. */
export const shownText = (cell: SheetCell | undefined): string =>
  typeof cell === 'object' ? cell.shown : (cell ?? '');

/** What Excel and LibreOffice show in place of a result. */
const errorPattern =
  /^(?:#(?:N\/A|REF!|DIV\/0!|VALUE!|NAME\?|NUM!|NULL!|SPILL!|CALC!|FIELD!|BLOCKED!|CONNECT!|BUSY!|UNKNOWN!|GETTING_DATA)|Err:\d{3})$/i;

const cellFaults = {
  error: (text: string) => `This cell holds an error: ${text}. Correct the formula, or type the value.`,
  unreadable: 'Part of this text cannot be read. Type it again, or save the list as XLSX.',
};

/** What a formula gave in place of a value; programs add errors of their own. */
export const errorCell = (shown: string): WrongCell => ({ shown, fault: cellFaults.error(shown) });

/** A text as a cell: without blanks and unseen characters at its ends. Every cell of every format is made here. */
export function textCell(raw: string): SheetCell {
  const text = trimUnseen(withoutGuards(raw.replaceAll('\0', '').toWellFormed()));
  if (errorPattern.test(text)) return errorCell(text);
  // Stands for bytes that are no text in the file's encoding.
  if (text.includes('\uFFFD')) return { shown: text, fault: cellFaults.unreadable };
  return text;
}

/** A row none of whose cells can be read, for one reason. */
export const wrongRow = <Row extends { cells: readonly SheetCell[] }>(row: Row, fault: string): Row => ({
  ...row,
  cells: row.cells.map((cell): SheetCell => (cell === '' ? cell : { shown: shownText(cell), fault })),
});
