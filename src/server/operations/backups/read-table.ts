import { BackupRefused, type BackupPlace } from './backup-place.ts';
import { readManifest } from './manifest.ts';
import { readParts } from './parts.ts';
import { parseRow, type Value } from './row-text.ts';

/**
 * A table's rows out of a backup, by column; none where it has no such table.
 * @param most rows that may be kept in memory
 * @throws BackupRefused for more
 */
export async function readTableOfBackup(
  place: BackupPlace,
  name: string,
  table: string,
  most = 100_000,
): Promise<Record<string, Value>[]> {
  const { tables } = await readManifest(place, name);
  const found = tables.find((one) => one.name === table);
  if (found === undefined) return [];
  if (found.rows > most) throw new BackupRefused(`${table} of the backup ${name} has more than ${most} rows`);
  const rows: Record<string, Value>[] = [];
  for await (const line of readParts(place.reader(name), found.parts)) {
    const values = parseRow(line);
    rows.push(Object.fromEntries(found.columns.map((column, at) => [column, values[at] as Value])));
  }
  return rows;
}
