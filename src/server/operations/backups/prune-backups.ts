import { dayMs } from '#contract/durations';
import type { AppContext } from '../../platform/context.ts';
import type { BackupPlace } from './backup-place.ts';
import { namedFiles } from './copy-files.ts';
import { readManifest } from './manifest.ts';
import { readParts } from './parts.ts';
import { markRemoved } from './queries.ts';

/** A backup that was begun longer ago has not ended, and never will. */
const unfinishedMs = dayMs;

/** Removes files of a place that none of its backups names. */
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
 * Removes all backups of a place but the newest ones, and then the files that none of the others names. While another
 * backup is being made there, no file goes: it may count on one that nobody else needs.
 * @param keep how many backups stay, at least 1
 * @returns the names of the backups that went, and how many files
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
