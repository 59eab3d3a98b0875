import type { AppContext } from '../../platform/context.ts';
import { CannotWrite } from '../../platform/write-monitor.ts';
import { codeOf } from '../../platform/error-code.ts';
import { firstLine } from '../../platform/start-errors.ts';
import { reportProgress } from '../../platform/progress.ts';
import { readStepsDone } from '../../platform/database/schema-step.ts';
import type { Snapshot } from '../../platform/database/engine.ts';
import { BackupRefused, nextBackupName, type BackupDraft, type BackupPlace } from './backup-place.ts';
import { recordBackup } from './backup-records.ts';
import { copyFiles, namedFiles, type CopyReport } from './copy-files.ts';
import { fileSources, isFileNeeded } from './file-sources.ts';
import { type Lines, type Manifest, readParts, totalRows, writeParts } from './parts.ts';
import { readJournalPoint } from '../journal/journal-point.ts';
import { rowText, linesOf, readCounters, tablesToCopy } from './table-rows.ts';

type Context = Pick<AppContext, 'database' | 'files' | 'clock' | 'settings'>;

/** A missing or damaged file. */
export type BackupFault = {
  sha256: string;
  why: string;
  /** False if it was erased during the backup. */
  isInUse: boolean;
};

export type BackupReport = CopyReport & {
  name: string;
  /** Milliseconds since 1970 UTC. */
  madeAt: number;
  tables: number;
  rows: number;
  tookMs: number;
  faults: BackupFault[];
  damage: string | null;
};

type Rows = Pick<Manifest, 'engine' | 'steps' | 'counters' | 'tables' | 'files' | 'journal'>;

const filesAtOnce = 500;

async function* fileLines(snapshot: Snapshot): AsyncGenerator<Lines> {
  const files = fileSources.map(({ inUse }) => inUse(snapshot.reader).compile().sql);
  // `union` drops duplicates.
  for await (const rows of snapshot.stream(files.join(' union '), filesAtOnce)) {
    const text = rows.map((row) => `${rowText(['sha256', 'bytes'], row)}\n`).join('');
    yield { text: Buffer.from(text), rows: rows.length };
  }
}

async function writeRows({ database }: Context, draft: BackupDraft, isDamaged: boolean): Promise<Rows> {
  const { engine } = database;
  return database.snapshot(async (snapshot) => {
    const { reader } = snapshot;
    const shapes = await tablesToCopy(reader, engine);
    const tables: Manifest['tables'] = [];
    for (const shape of shapes) {
      const { name, columns } = shape;
      const written = await writeParts(draft, name, linesOf(snapshot, shape, columns, { engine, isDamaged }));
      tables.push({ name, columns, ...written });
      reportProgress('Tables copied', tables.length, shapes.length);
    }
    const { rows: count, parts } = await writeParts(draft, 'files', fileLines(snapshot));
    return {
      engine,
      steps: await readStepsDone(reader),
      counters: await readCounters(reader, engine, shapes),
      journal: await readJournalPoint(reader, engine),
      tables,
      files: { count, bytes: 0, parts },
    };
  });
}

/** Or the operator would look at the portal's disk. */
function placeFailure(place: BackupPlace, error: unknown): unknown {
  const cause = error instanceof CannotWrite ? error.cause : error;
  const code = codeOf(cause);
  if (/^(ENOSPC|EDQUOT|EFBIG)$/.test(code))
    return new BackupRefused(`There is no room in ${place.shown} (${firstLine(cause)})`);
  if (error instanceof CannotWrite || /^(EROFS|EACCES|EPERM|EIO)$/.test(code))
    return new BackupRefused(`${place.shown} cannot be written (${firstLine(cause)})`);
  return error;
}

/**
 * While the portal runs: one snapshot and its files. A damaged database is read as far as possible,
 * unrecorded.
 * @throws BackupRefused; CannotWrite; 503 when a store is unreachable. Nothing is left of the backup then
 */
export async function writeBackup(context: Context, place: BackupPlace): Promise<BackupReport> {
  const { database, files: store, clock, settings } = context;
  const startedAt = performance.now();
  const madeAt = clock.now();
  const name = nextBackupName(await place.list(), madeAt);
  const damage = await database.damage.look();
  const draft = await place.begin(name).catch((error: unknown) => {
    throw placeFailure(place, error);
  });
  const faults: BackupFault[] = [];
  let report: BackupReport;
  try {
    const rows = await writeRows(context, draft, damage !== null);
    // From the draft, never whole in memory.
    const named = namedFiles(readParts(draft.read, rows.files.parts));
    const damaged = await place.damaged.list();
    const total = rows.files.count;
    const options = { keep: true, total, verify: ({ sha256 }: { sha256: string }) => damaged.has(sha256) };
    const copied = await copyFiles(store, place.files, named, options, async ({ sha256 }, why) => {
      damaged.delete(sha256);
      faults.push({ sha256, why, isInUse: await isFileNeeded(database.reader, sha256) });
    });
    for (const sha256 of damaged) await place.damaged.forget(sha256);
    const manifest: Manifest = {
      format: 1,
      made_at: new Date(madeAt).toISOString(),
      academy: settings.academyName,
      ...rows,
      files: { ...rows.files, bytes: copied.bytes },
      faults: faults.map(({ sha256, why }) => ({ sha256, why })),
      damage,
    };
    await draft.finish(`${JSON.stringify(manifest, null, 1)}\n`);
    const counted = { tables: rows.tables.length, rows: totalRows(rows) };
    const tookMs = Math.round(performance.now() - startedAt);
    report = { name, madeAt, ...counted, ...copied, faults, damage, tookMs };
  } catch (error) {
    await draft.abandon().catch(() => {});
    throw placeFailure(place, error);
  }
  if (damage === null) await recordBackup(database, place, report, faults.length);
  return report;
}
