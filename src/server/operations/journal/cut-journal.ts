import type { BackupPlace } from '../backups/backup-place.ts';
import { numberOfSegment } from '../backups/journal-names.ts';
import type { Manifest } from '../backups/parts.ts';
import { sees } from './journal-point.ts';
import { ifDamaged, ignoring, readSegment, readSegmentHeader } from './segment.ts';

/**
 * Removes what a backup that was verified has as well, and lines before its own: erased words leave the place.
 * @returns how many segments
 */
export async function cutJournal(
  { journal }: BackupPlace,
  { journal: point }: Pick<Manifest, 'journal'>,
): Promise<number> {
  const claims = await journal.claims();
  const own = claims.find(({ line }) => line === point?.line);
  if (point === null || own === undefined) return 0;
  let removed = 0;
  for (const claim of claims.filter(({ number }) => number < own.number)) {
    removed += (await journal.list(claim.line)).length;
    await journal.removeLine(claim);
  }
  for (const name of await journal.list(own.line)) {
    const number = numberOfSegment(name);
    if (number > point.head + 1) break;
    const isCovered =
      number <= point.head ||
      sees(point.position, (await readSegmentHeader(journal, own.line, name)).position);
    if (!isCovered) continue;
    await journal.remove(own.line, name);
    removed += 1;
  }
  return removed;
}

/** Of every segment that can be read. */
export async function filesOfJournal({ journal }: BackupPlace): Promise<Set<string>> {
  const found = new Set<string>();
  const reader = { ...ignoring, onFile: (sha256: string) => void found.add(sha256) };
  for (const { line } of await journal.claims())
    for (const name of await journal.list(line))
      await readSegment(journal, line, name, reader).catch(ifDamaged);
  return found;
}
