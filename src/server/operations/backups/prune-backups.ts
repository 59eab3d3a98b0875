import { dayMs } from '#contract/durations';
import type { AppContext } from '../../platform/context.ts';
import type { BackupPlace } from './backup-place.ts';
import { namedFiles } from './copy-files.ts';
import { readManifest, readParts } from './parts.ts';
import { markRemoved } from './backup-records.ts';

/** Milliseconds; older ones never finish. */
const unfinishedMs = dayMs;

async function removeUnnamed(place: BackupPlace, keptBefore: number): Promise<number> {
  const named = new Set<string>();
  for (const name of await place.list()) {
    const { files } = await readManifest(place, name);
    for await (const { sha256 } of namedFiles(readParts(place.reader(name), files.parts))) named.add(sha256);
  }
  let removed = 0;
  for await (const { sha256 } of place.files.list())
    if (!named.has(sha256) && (await place.files.removeUnused(sha256, keptBefore))) removed += 1;
  return removed;
}

/**
 * Removes others and unused files, but no files during a backup, which may need them.
 * @param keep backups, at least 1
 * @returns the removed backups, and the number of removed files
 */
export async function pruneBackups(
  { database }: Pick<AppContext, 'database'>,
  place: BackupPlace,
  keep: number,
): Promise<{ backups: string[]; files: number }> {
  const now = Date.now();
  const backups = (await place.list()).slice(0, -keep);
  for (const name of backups) {
    await place.remove(name);
    await markRemoved(database, place.shown, name, now);
  }
  const isOneUnderWay = await place.clearUnfinished(now - unfinishedMs);
  if (isOneUnderWay || backups.length === 0) return { backups, files: 0 };
  return { backups, files: await removeUnnamed(place, now) };
}
