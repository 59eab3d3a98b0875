import { firstAccountAt } from '../../accounts/queries.ts';
import { recordAuditEvent } from '../../audit/record-audit-event.ts';
import type { AppContext } from '../../platform/context.ts';
import type { Database, Reader } from '../../platform/database/database.ts';
import type { Metric } from '../../platform/metrics/metric-registry.ts';
import type { BackupPlace } from './backup-place.ts';
import { dayMs } from '#contract/durations';
import { namedFiles, type CopyReport } from './copy-files.ts';
import { filesOfJournal } from '../journal/cut-journal.ts';
import { readManifest, readParts } from './parts.ts';
import type { RestoreReport } from './restore-backup.ts';

type Context = Pick<AppContext, 'database' | 'clock'>;

const metricsCacheMs = 60_000;

/** Existing ones, newest first; places without secrets. */
export function listBackups(database: Reader, limit = 20) {
  return database
    .selectFrom('backups')
    .where('removed_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(limit)
    .select([
      'id',
      'made_at as madeAt',
      'place as where',
      'name',
      'rows',
      'files',
      'bytes',
      'faults',
      'took_ms as tookMs',
      'rehearsed_at as rehearsedAt',
    ])
    .execute();
}

export async function recordBackup(
  database: Database,
  place: BackupPlace,
  report: CopyReport & { name: string; madeAt: number; rows: number; tookMs: number },
  faults: number,
): Promise<void> {
  const { name, madeAt, rows, files, bytes, copiedFiles, tookMs } = report;
  const counts = { rows, files, copied_files: copiedFiles, faults };
  await database.transaction(async (writer) => {
    await writer
      .insertInto('backups')
      .values({ made_at: madeAt, place: place.shown, name, ...counts, bytes, took_ms: tookMs })
      .execute();
    await recordAuditEvent(writer, {
      at: madeAt,
      actorId: null,
      act: 'make-backup',
      subject: place.shown,
      after: { name, ...counts },
    });
  });
}

export async function markRemoved(
  database: Database,
  place: string,
  name: string,
  at: number,
): Promise<void> {
  await database.transaction((writer) =>
    writer
      .updateTable('backups')
      .set({ removed_at: at })
      .where('place', '=', place)
      .where('name', '=', name)
      .execute(),
  );
}

export async function recordRehearsal(
  { database, clock }: Context,
  { place, name }: { place: string; name: string },
): Promise<void> {
  const at = clock.now();
  await database.transaction(async (writer) => {
    await writer
      .updateTable('backups')
      .set({ rehearsed_at: at })
      .where('place', '=', place)
      .where('name', '=', name)
      .execute();
    await recordAuditEvent(writer, {
      at,
      actorId: null,
      act: 'rehearse-backup',
      subject: place,
      after: { name },
    });
  });
}

/**
 * Into the restored database, which was saved before its backup was recorded: it has that backup, and a restore
 * without damage is a test restore.
 */
export async function recordRestore(
  { database, clock }: Context,
  place: string,
  restored: Pick<RestoreReport, 'name' | 'rows' | 'files' | 'bytes' | 'damaged' | 'manifest'>,
): Promise<void> {
  const { name, rows, files, bytes, damaged, manifest } = restored;
  const at = clock.now();
  const isSound = damaged.length === 0 && manifest.damage === null;
  await database.transaction(async (writer) => {
    await writer
      .insertInto('backups')
      .values({
        made_at: Date.parse(manifest.made_at),
        place,
        name,
        rows,
        files,
        bytes,
        copied_files: files,
        faults: manifest.faults.length + damaged.length,
        took_ms: 0,
        rehearsed_at: isSound ? at : null,
      })
      .execute();
    await recordAuditEvent(writer, {
      at,
      actorId: null,
      act: 'restore-backup',
      subject: place,
      after: { name, rows, files },
    });
  });
}

/** Milliseconds since the newest, or the first account. */
export async function readBackupAges({ database, clock }: Context) {
  const backups = await listBackups(database.reader);
  const firstAt = await firstAccountAt(database.reader);
  const now = clock.now();
  const sinceFirst = firstAt === null ? 0 : Math.max(0, now - firstAt);
  const rehearsedAt = Math.max(0, ...backups.map((one) => one.rehearsedAt ?? 0));
  const [newest] = backups;
  return {
    newest,
    backupMs: newest === undefined ? sinceFirst : now - newest.madeAt,
    rehearsedAt: rehearsedAt === 0 ? null : rehearsedAt,
    rehearsalMs: rehearsedAt === 0 ? sinceFirst : now - rehearsedAt,
  };
}

export function backupMetrics(context: Context): Metric[] {
  const age = (name: string, of: 'backupMs' | 'rehearsalMs', what: string): Metric => ({
    name,
    help: `Age of the newest ${what}; without one, time since the first account`,
    type: 'gauge',
    keptMs: metricsCacheMs,
    read: async () => (await readBackupAges(context))[of] / 1_000,
  });
  return [
    age('capstone_backup_age_seconds', 'backupMs', 'backup'),
    age('capstone_rehearsal_age_seconds', 'rehearsalMs', 'test restore'),
  ];
}

/** Milliseconds; older ones never finish. */
const unfinishedMs = dayMs;

async function removeUnnamed(place: BackupPlace, keptBefore: number): Promise<number> {
  const named = new Set<string>();
  for (const name of await place.list()) {
    const { files } = await readManifest(place, name);
    for await (const { sha256 } of namedFiles(readParts(place.reader(name), files.parts))) named.add(sha256);
  }
  const unnamed = new Set<string>();
  for await (const { sha256 } of place.files.list()) if (!named.has(sha256)) unnamed.add(sha256);
  if (unnamed.size === 0) return 0;
  // Newer than every backup.
  for (const sha256 of await filesOfJournal(place)) unnamed.delete(sha256);
  let removed = 0;
  for (const sha256 of unnamed) if (await place.files.removeUnused(sha256, keptBefore)) removed += 1;
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
