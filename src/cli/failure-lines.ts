import { BackupDamaged, BackupRefused } from '#server/operations/backups/backup-place';
import { HttpError } from '#server/platform/http/http-errors';
import { isContention, isUnavailable } from '#server/platform/database/database-errors';
import { formatImportError, ImportRefused } from '#server/platform/import-files/source-location';
import { SchemaOutOfRange } from '#server/platform/database/schema-step';
import { SettingsError } from '#server/platform/settings/settings';
import { damageLine } from '#server/platform/start-errors';
import { counted, shownSize } from '#server/operations/system-check/check';

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
  `${counted(held.rows, 'row')} of ${counted(held.tables, 'table')} and ${counted(held.files, 'file')} of ${shownSize(held.bytes)}`;

export const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

export class CommandFailed extends Error {}

/** For standard error: one line, or one for each error of an import. */
export function failureLines(error: unknown): string[] {
  if (error instanceof ImportRefused) {
    const count = error.faults.length;
    return [
      ...error.faults.map(formatImportError),
      `Nothing was imported: ${count} ${count === 1 ? 'error' : 'errors'}.`,
    ];
  }
  if (error instanceof SettingsError) return error.message.split('\n');
  if (
    error instanceof HttpError ||
    error instanceof CommandFailed ||
    error instanceof BackupRefused ||
    error instanceof SchemaOutOfRange
  )
    return [error.message];
  if (error instanceof BackupDamaged)
    return [`The backup is damaged: ${error.message}. Run npx capstone rehearse to list all damage.`];
  const damage = damageLine(error);
  if (damage !== null) return [damage];
  if (isContention(error)) return ['The database is busy with another change. Try again.'];
  const message = error instanceof Error ? error.message.split('\n')[0] : String(error);
  if (isUnavailable(error)) return [`The database cannot be reached: ${message}`];
  return [`Unexpected error: ${message}`];
}
