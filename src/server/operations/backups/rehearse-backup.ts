import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { recordAct } from '../../audit/record-act.ts';
import type { AppContext } from '../../platform/context.ts';
import { openEngine } from '../../platform/database/database.ts';
import { commandLimits } from '../../platform/database/engine.ts';
import { openLocalStore } from '../../platform/files/local-store.ts';
import { firstLine } from '../../platform/start-errors.ts';
import type { BackupPlace } from './backup-place.ts';
import { readManifest, totalRows } from './manifest.ts';
import { findDamagedParts } from './parts.ts';
import {
  compareRows,
  describeDifference,
  requireKnownSteps,
  restoreFiles,
  restoreRows,
} from './restore-backup.ts';

export type RehearsalReport = {
  tables: number;
  rows: number;
  files: number;
  bytes: number;
  /** How much was found amiss. */
  faults: number;
  /** Files that the backup itself lacks: they were lost or erased before it was made. */
  lacking: string[];
};

/** Lets the next backup copy a damaged file again. @returns what that comes to, in words */
async function mend(
  place: BackupPlace,
  { sha256, isThere }: { sha256: string; isThere: boolean },
): Promise<string> {
  const next = 'the next backup copies it again';
  if (!isThere) return next;
  return place.damaged.note(sha256).then(
    () => next,
    (error: unknown) => `remove it there by hand (${firstLine(error)}), and ${next}`,
  );
}

/**
 * Restores a backup into a throw-away place: all rows into a database of the embedded engine, every file into a folder, one at
 * a time, so that there need not be room for all of them; and compares every row and every file. Nothing of it stays.
 * @param onFault hears, in words, of each part, row and file that is not what was written
 * @throws BackupRefused
 */
export async function rehearseBackup(
  place: BackupPlace,
  name: string,
  onFault: (fault: string) => void,
): Promise<RehearsalReport> {
  const manifest = await readManifest(place, name);
  requireKnownSteps(manifest);
  const read = place.reader(name);
  let faults = 0;
  const tell = (fault: string): void => {
    faults += 1;
    onFault(fault);
  };
  if (manifest.damage !== null)
    tell(`The database was damaged when this backup was made of it: ${manifest.damage}`);
  const folder = await mkdtemp(path.join(tmpdir(), 'capstone-rehearsal-'));
  try {
    const { tables, files: list } = manifest;
    const damagedRows = await findDamagedParts(
      read,
      tables.flatMap(({ parts }) => parts),
    );
    const damagedList = await findDamagedParts(read, list.parts);
    for (const fault of [...damagedRows, ...damagedList]) tell(fault);
    if (damagedRows.length === 0) {
      const engine = await openEngine({ databaseUrl: null, dataDir: folder }, commandLimits);
      try {
        await restoreRows(engine, manifest, read);
        await compareRows(engine, manifest, read, (difference) => tell(describeDifference(difference)));
      } finally {
        await engine.close();
      }
    }
    const store = await openLocalStore(path.join(folder, 'files'));
    const files =
      damagedList.length > 0
        ? { files: 0, bytes: 0, lacking: [] }
        : await restoreFiles(place, read, store, manifest, { keep: false }, async (why, file) =>
            tell(`${why}; ${await mend(place, file)}`),
          );
    const { files: count, bytes, lacking } = files;
    return { tables: tables.length, rows: totalRows(manifest), files: count, bytes, faults, lacking };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Writes down that a backup was rehearsed with nothing amiss. */
export async function noteRehearsal(
  { database, clock }: Pick<AppContext, 'database' | 'clock'>,
  backup: { place: string; name: string },
): Promise<void> {
  const at = clock.now();
  await database.transaction(async (writer) => {
    await writer
      .updateTable('backups')
      .set({ rehearsed_at: at })
      .where('place', '=', backup.place)
      .where('name', '=', backup.name)
      .execute();
    await recordAct(writer, {
      at,
      actorId: null,
      act: 'rehearse-backup',
      subject: backup.place,
      before: null,
      after: { name: backup.name },
    });
  });
}
