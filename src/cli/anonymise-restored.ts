import { anonymisationRecord } from '#server/privacy/anonymisation/anonymisation-records';
import { anonymiseAgain } from '#server/privacy/anonymisation/anonymise-again';
import type { BackupPlace } from '#server/operations/backups/backup-place';
import { readTableOfBackup } from '#server/operations/backups/read-table';
import type { AppContext } from '#server/platform/context';

/**
 * Anonymises whom a restored backup has brought back: by what newer backups of its place know, and by what lies beside the
 * database.
 * @param restored the backup's name: names are sorted by time
 * @returns how many people there were
 */
export async function anonymiseRestoredPeople(
  context: AppContext,
  place: BackupPlace,
  restored: string,
): Promise<number> {
  const newer = (await place.list()).filter((name) => name > restored);
  const rows = [];
  for (const name of newer) {
    for (const row of await readTableOfBackup(place, name, 'anonymisations'))
      rows.push(anonymisationRecord.parse(row));
  }
  return anonymiseAgain(context, rows);
}
