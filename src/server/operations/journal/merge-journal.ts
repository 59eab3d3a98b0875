import type { TableShape } from '../../platform/database/describe-tables.ts';
import { BackupDamaged, type ReadPart } from '../backups/backup-place.ts';
import { type BackupTable, readParts } from '../backups/parts.ts';
import { compareKeys, keyReader, parseRow, type Value } from '../backups/table-rows.ts';
import type { Journal } from './read-journal.ts';

/** A table's rows, in the order of its keys. */
export type TableLines = (table: BackupTable, shape: TableShape) => AsyncIterable<string>;

export const backupLines =
  (read: ReadPart): TableLines =>
  ({ parts }) =>
    readParts(read, parts);

/** Rows of a backup, each in the last state that its journal has. */
export function mergedLines(read: ReadPart, journal: Journal): TableLines {
  return async function* (table, shape) {
    const keys = journal.keysOf(table.name);
    if (keys.length === 0) {
      yield* readParts(read, table.parts);
      return;
    }
    const changed = keys
      .map((text) => ({ text, key: parseRow(text) }))
      .toSorted((a, b) => compareKeys(a.key, b.key));
    const keyOf = keyReader(table, shape);
    let at = 0;
    const changedLine = (): string | null =>
      journal.lineOf(table.name, (changed[at++] as { text: string }).text);
    const isBefore = (key: Value[] | null, limit: number): boolean =>
      at < changed.length &&
      (key === null || compareKeys((changed[at] as { key: Value[] }).key, key) < limit);
    for await (const line of readParts(read, table.parts)) {
      const key = keyOf(line);
      while (isBefore(key, 0)) {
        const added = changedLine();
        if (added !== null) yield added;
      }
      if (isBefore(key, 1)) {
        const present = changedLine();
        if (present !== null) yield present;
      } else yield line;
    }
    while (isBefore(null, 0)) {
      const added = changedLine();
      if (added !== null) yield added;
    }
  };
}

/** @throws BackupDamaged: a line has one schema */
export function requireSameColumns(tables: readonly BackupTable[], journal: Journal): void {
  for (const [name, columns] of journal.columns()) {
    const table = tables.find((one) => one.name === name);
    if (table === undefined || table.columns.join() !== columns.join())
      throw new BackupDamaged(`The journal has other columns of ${name} than the backup`);
  }
}
