import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openEngine } from '../../platform/database/database.ts';
import { commandLimits } from '../../platform/database/engine.ts';
import { openLocalStore } from '../../platform/files/local-store.ts';
import { firstLine } from '../../platform/start-errors.ts';
import { backupLines, mergedLines, requireSameColumns, type TableLines } from '../journal/merge-journal.ts';
import { type Journal, readJournalOf } from '../journal/read-journal.ts';
import type { BackupPlace } from './backup-place.ts';
import { findDamagedParts, type Manifest, readManifest, totalRows } from './parts.ts';
import {
  compareRows,
  describeDifference,
  requireKnownSteps,
  restoreFiles,
  restoreRows,
  withJournal,
} from './restore-backup.ts';

export type RehearsalReport = {
  tables: number;
  rows: number;
  files: number;
  bytes: number;
  faults: number;
  /** Of the journal after the newest backup. */
  segments: number;
  /** Lost or erased before the backup. */
  lacking: string[];
};

/** @returns what happens next, in words */
async function scheduleRepair(
  place: BackupPlace,
  { sha256, isThere }: { sha256: string; isThere: boolean },
): Promise<string> {
  const next = 'the next backup will copy it again';
  if (!isThere) return next;
  return place.damaged.note(sha256).then(
    () => next,
    (error: unknown) => `remove it there by hand (${firstLine(error)}); then ${next}`,
  );
}

type Rows = { manifest: Manifest; linesOf: TableLines };

/** Into a temporary SQLite database, which is gone afterwards. */
async function rehearseRows(
  folder: string,
  { manifest, linesOf }: Rows,
  onFault: (fault: string) => void,
): Promise<void> {
  const dataDir = await mkdtemp(path.join(folder, 'rows-'));
  const engine = await openEngine({ databaseUrl: null, dataDir }, commandLimits);
  try {
    await restoreRows(engine, manifest, linesOf);
    await compareRows(engine, manifest, linesOf, (difference) => onFault(describeDifference(difference)));
  } finally {
    await engine.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Of the newest backup alone: after a test restore, an older one's journal is cut. */
async function openJournal(place: BackupPlace, name: string, manifest: Manifest): Promise<Journal | null> {
  return (await place.list()).at(-1) === name ? readJournalOf(place, manifest) : null;
}

/**
 * Into a temporary SQLite database, comparing all rows and files, one file at a time to spare disk.
 * @param onFault a message for each difference
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
  const report = (fault: string): void => {
    faults += 1;
    onFault(fault);
  };
  if (manifest.damage !== null)
    report(`The database was damaged when this backup was made: ${manifest.damage}`);
  const folder = await mkdtemp(path.join(tmpdir(), 'capstone-rehearsal-'));
  const journal = await openJournal(place, name, manifest);
  const segments = journal?.report.segments ?? 0;
  try {
    const { tables, files: list } = manifest;
    const tableParts = tables.flatMap(({ parts }) => parts);
    const damagedRows = await findDamagedParts(read, tableParts);
    const damagedList = await findDamagedParts(read, list.parts);
    for (const fault of [...damagedRows, ...damagedList]) report(fault);
    const leftOut = journal?.report.leftOut ?? null;
    if (leftOut !== null) report(`The journal ends early: ${leftOut}. Later changes cannot be restored`);
    if (damagedRows.length === 0) {
      await rehearseRows(folder, { manifest, linesOf: backupLines(read) }, report);
      if (journal !== null && segments > 0) {
        requireSameColumns(tables, journal);
        const rows = { manifest: withJournal(manifest, journal), linesOf: mergedLines(read, journal) };
        await rehearseRows(folder, rows, (fault) => report(`With the journal, ${fault}`));
      }
    }
    const store = await openLocalStore(path.join(folder, 'files'));
    const files =
      damagedList.length > 0
        ? { files: 0, bytes: 0, lacking: [] }
        : await restoreFiles(place, read, store, manifest, { keep: false, journal }, async (why, file) =>
            report(`${why}; ${await scheduleRepair(place, file)}`),
          );
    const { files: count, bytes, lacking } = files;
    return {
      tables: tables.length,
      rows: totalRows(manifest),
      files: count,
      bytes,
      faults,
      segments,
      lacking,
    };
  } finally {
    await journal?.close();
    await rm(folder, { recursive: true, force: true });
  }
}
