import { counted, megabytes } from '#server/operations/system-check/check';

export type Print = (line: string) => void;

/** A terminal would obey these characters (ESC and others), or reverse the line. */
const unsafe = /(?![\n\u200C\u200D])[\p{Cc}\p{Cf}]/gu;

/** For text that users typed: it cannot move the cursor or colour the terminal. */
export function printable(text: string): string {
  return text.replaceAll(unsafe, '\uFFFD');
}

/** The same on one line: it cannot imitate a line of output. */
export function onOneLine(text: string): string {
  return printable(text.replaceAll(/[\n\p{Zl}\p{Zp}]/gu, ' '));
}

export const rowsAndFiles = (held: { rows: number; tables: number; files: number; bytes: number }): string =>
  `${counted(held.rows, 'row')} of ${counted(held.tables, 'table')} and ${counted(held.files, 'file')} of ${megabytes(held.bytes)}`;

export const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
