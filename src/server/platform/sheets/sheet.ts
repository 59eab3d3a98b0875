import { shownText, type SheetCell } from './sheet-cell.ts';

/** For people: why, and what to do. */
/** Of a workbook with several sheets, of which one must be named. */
export class SheetNotChosen extends Error {
  readonly sheets: readonly string[];

  constructor(sheets: readonly string[]) {
    super('The workbook has several sheets. Choose the one with the people.');
    this.sheets = sheets;
  }
}

/** Which sheet of a workbook is read: its name, the first one (null), or the only one (''). */
export type WantedSheet = string | null;

export class SheetRefused extends Error {}

/** A non-empty row; lines count from 1. */
export type SheetRow = { line: number; cells: SheetCell[] };

export const sheetLimits = {
  bytes: 20 * 1024 * 1024,
  rows: 100_000,
  /** Formatted sheets may have a million empty rows. */
  rowsInAll: 200_000,
  columns: 100,
  /** Per cell, and in all. */
  cell: 2_000,
  characters: 64 * 1024 * 1024,
} as const;

const thousands = (value: number) => value.toLocaleString('en');

/** A, B, …, Z, AA, from 0. */
export function columnName(index: number): string {
  const rest = Math.floor(index / 26);
  return (rest === 0 ? '' : columnName(rest - 1)) + String.fromCharCode(65 + (index % 26));
}

/** From 0: 27 for `AB12`. */
export function columnOf(address: string | undefined): number | null {
  const letters = /^[A-Z]{1,3}/i.exec(address ?? '')?.[0].toUpperCase();
  if (letters === undefined) return null;
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

export function makeSheetMeter(limits: { [Name in keyof typeof sheetLimits]: number } = sheetLimits) {
  let rows = 0;
  let inAll = 0;
  let characters = 0;
  return {
    /** @throws SheetRefused */
    countRow(line: number): void {
      inAll += 1;
      if (inAll > limits.rowsInAll)
        throw new SheetRefused(
          `The sheet has rows up to ${thousands(line)} and further, most of them empty. Delete the empty rows below your list, or copy the list to a new sheet.`,
        );
    },
    /** Trims empty cells; null for an empty row. @throws SheetRefused */
    keep(line: number, cells: readonly SheetCell[]): SheetRow | null {
      let length = cells.length;
      while (length > 0 && (cells[length - 1] ?? '') === '') length -= 1;
      if (length === 0) return null;
      rows += 1;
      if (rows > limits.rows)
        throw new SheetRefused(
          `The sheet has more than ${thousands(limits.rows)} rows. Split it into several files.`,
        );
      if (length > limits.columns)
        throw new SheetRefused(
          `Row ${thousands(line)} has a value in column ${columnName(length - 1)}. At most ${limits.columns} columns are allowed. Delete the others.`,
        );
      const kept = Array.from({ length }, (_, index) => cells[index] ?? '');
      for (const [index, cell] of kept.entries()) {
        const { length: letters } = shownText(cell);
        characters += letters;
        if (letters > limits.cell)
          throw new SheetRefused(
            `Cell ${columnName(index)}${line} has more than ${thousands(limits.cell)} characters.`,
          );
      }
      if (characters > limits.characters)
        throw new SheetRefused(
          'The sheet has too much text for a list of people. Split it into several files.',
        );
      return { line, cells: kept };
    },
  };
}
export type SheetMeter = ReturnType<typeof makeSheetMeter>;
