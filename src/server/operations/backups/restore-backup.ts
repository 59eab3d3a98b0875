import { sql, type Kysely } from 'kysely';
import { hourMs } from '#contract/durations';
import { isFileNeeded } from './file-sources.ts';
import { baselineStep, lastStepBefore } from '../../platform/database/baseline.ts';
import { type Manifest, readManifest, readParts, totalRows } from './parts.ts';
import type { Engine } from '../../platform/database/engine.ts';
import { migrate, steps as knownSteps } from '../../platform/database/migrate.ts';
import { readStepsDone, numberOf } from '../../platform/database/schema-step.ts';
import type { Tables } from '../../platform/database/schema.ts';
import { withoutTriggers, loadRows } from './load-rows.ts';
import type { FileStore } from '../../platform/files/file-store.ts';
import { reportProgress } from '../../platform/progress.ts';
import { BackupDamaged, BackupRefused, type BackupPlace, type ReadPart } from './backup-place.ts';
import { compareTable, type RowDifference, tablesToCopy } from './table-rows.ts';
import { copyFiles, type NamedFile, namedFiles, type CopyOptions, type CopyReport } from './copy-files.ts';
import { backupLines, mergedLines, requireSameColumns, type TableLines } from '../journal/merge-journal.ts';
import { type Journal, type JournalReport, readJournalOf } from '../journal/read-journal.ts';

export type RestoreReport = CopyReport & {
  name: string;
  manifest: Manifest;
  rows: number;
  /** Lost or erased before the backup. */
  lacking: string[];
  damaged: string[];
  /** Null without a journal. */
  journal: JournalReport | null;
};

/** @throws BackupRefused */
export function requireKnownSteps({ steps }: Manifest): void {
  const unknown = steps.find((step) => !(step in knownSteps));
  if (unknown === undefined) return;
  if (numberOf(unknown) < numberOf(baselineStep))
    throw new BackupRefused(
      `The backup was made by an earlier version of the portal (its schema ends at ${steps.at(-1)}). Restore it with a version that knows ${lastStepBefore}, start that version, and back up again`,
    );
  throw new BackupRefused(
    `The backup was made by a later version of the portal, with the migration ${unknown}. Restore it with that version`,
  );
}

const wayOut = 'Use an empty one: with SQLite another DATA_DIR, with PostgreSQL a new database';

async function requireNoRows(database: Kysely<Tables>, tables: readonly string[]): Promise<void> {
  const filled: string[] = [];
  for (const name of tables) {
    const { rows } = await sql.raw(`select 1 from "${name}" limit 1`).execute(database);
    if (rows.length > 0) filled.push(name);
  }
  if (filled.length === 0) return;
  const others = filled.length > 5 ? ` and ${filled.length - 5} other tables` : '';
  throw new BackupRefused(
    `The database is not empty: there are rows in ${filled.slice(0, 5).join(', ')}${others}. A backup can only be restored into an empty database. ${wayOut}`,
  );
}

async function requireEmptyDatabase(engine: Engine, { steps }: Manifest): Promise<void> {
  const done = await readStepsDone(engine.reader);
  if (done.length === 0) return;
  const tables = await tablesToCopy(engine.reader, engine.name);
  const names = tables.map(({ name }) => name);
  await requireNoRows(engine.reader, names);
  if (done.join() !== steps.join())
    throw new BackupRefused(
      `The database is empty, but its schema is at ${done.at(-1)} and the backup's at ${steps.at(-1)}. ${wayOut}`,
    );
}

async function requireEmptyStore(files: FileStore): Promise<void> {
  for await (const _ of files.list())
    throw new BackupRefused(
      'The file storage is not empty. Use an empty folder or bucket. If these files belong to the backup, or a restore was interrupted, add --reuse-files. They stay, and missing files are added',
    );
}

async function* filesOf(
  read: ReadPart,
  { files }: Manifest,
  journal: Journal | null,
): AsyncGenerator<NamedFile> {
  const seen = new Set<string>();
  for (const file of journal?.files() ?? []) {
    seen.add(file.sha256);
    yield file;
  }
  for await (const file of namedFiles(readParts(read, files.parts))) if (!seen.has(file.sha256)) yield file;
}

export async function restoreFiles(
  place: BackupPlace,
  read: ReadPart,
  store: FileStore,
  manifest: Manifest,
  options: CopyOptions & { journal?: Journal | null },
  onDamaged: (why: string, file: { sha256: string; isThere: boolean }) => void | Promise<void>,
): Promise<CopyReport & { lacking: string[] }> {
  const known = new Set(manifest.faults.map(({ sha256 }) => sha256));
  const lacking: string[] = [];
  const { journal = null } = options;
  const named = filesOf(read, manifest, journal);
  const report = await copyFiles(
    place.files,
    store,
    named,
    { ...options, total: manifest.files.count + (journal?.countFiles() ?? 0) },
    async ({ sha256 }, why, isThere) => {
      if (known.has(sha256)) lacking.push(sha256);
      else await onDamaged(why, { sha256, isThere });
    },
  );
  return { ...report, lacking };
}

/** All or none, on the backup's schema. */
export async function restoreRows(engine: Engine, manifest: Manifest, linesOf: TableLines): Promise<void> {
  const own = Object.entries(knownSteps).filter(([step]) => manifest.steps.includes(step));
  await migrate(engine, Object.fromEntries(own));
  const shapes = await tablesToCopy(engine.reader, engine.name);
  const names = shapes.map(({ name }) => name);
  await engine.writer.transaction().execute((writer) =>
    withoutTriggers(writer, engine.name, names, async () => {
      // Under the lock: another restore may have come first.
      await requireNoRows(writer, names);
      await loadRows(writer, engine.name, shapes, manifest, linesOf);
    }),
  );
}

export async function compareRows(
  engine: Engine,
  { tables }: Pick<Manifest, 'tables'>,
  linesOf: TableLines,
  onDifference: (difference: RowDifference) => void,
): Promise<void> {
  await engine.snapshot(async (snapshot) => {
    const shapes = await tablesToCopy(snapshot.reader, engine.name);
    const total = totalRows({ tables });
    let compared = 0;
    for (const table of tables) {
      const shape = shapes.find(({ name }) => name === table.name);
      if (shape === undefined) throw new BackupDamaged(`There is no table ${table.name}`);
      reportProgress('Rows compared', compared, total);
      compared += table.rows;
      const expected = linesOf(table, shape);
      for await (const difference of compareTable(snapshot, engine.name, shape, table, expected))
        onDifference(difference);
    }
  });
}

export const describeDifference = ({ table, key, kind }: RowDifference): string =>
  `${table}: the row ${key} is ${kind}`;

/** Of people erased after the backup, also what they submitted since. */
async function removeErasedFiles(
  engine: Engine,
  store: FileStore,
  read: ReadPart,
  manifest: Manifest,
  journal: Journal,
) {
  for await (const { sha256 } of filesOf(read, manifest, journal))
    if (!(await isFileNeeded(engine.reader, sha256))) await store.removeUnused(sha256, Date.now() + hourMs);
}

type RestoreOptions = { reuseFiles?: boolean; despiteDamagedFiles?: boolean; withJournal?: boolean };

/** What a journal has changed is compared row by row, not by the backup's hash. */
export function withJournal(manifest: Manifest, journal: Journal): Manifest {
  const changed = journal.columns();
  const counters = { ...manifest.counters };
  for (const [name, last] of Object.entries(journal.counters))
    counters[name] = Math.max(last, counters[name] ?? 0);
  return {
    ...manifest,
    counters,
    tables: manifest.tables.map((table) => (changed.has(table.name) ? { ...table, sha256: '' } : table)),
  };
}

/**
 * Into an empty database and store, comparing all. Files before rows, in one transaction: an interruption
 * leaves no half portal.
 * @param options.reuseFiles compares files that the store has
 * @param options.despiteDamagedFiles skips and lists damaged ones
 * @param options.withJournal lays what the place has after the backup on it
 * @throws BackupRefused, BackupDamaged
 */
export async function restoreBackup(
  engine: Engine,
  store: FileStore,
  place: BackupPlace,
  name: string,
  { reuseFiles = false, despiteDamagedFiles = false, withJournal: isWanted = false }: RestoreOptions = {},
): Promise<RestoreReport> {
  const written = await readManifest(place, name);
  const read = place.reader(name);
  requireKnownSteps(written);
  await requireEmptyDatabase(engine, written);
  if (!reuseFiles) await requireEmptyStore(store);
  const journal = isWanted ? await readJournalOf(place, written) : null;
  try {
    if (journal !== null) requireSameColumns(written.tables, journal);
    const manifest = journal === null ? written : withJournal(written, journal);
    const linesOf = journal === null ? backupLines(read) : mergedLines(read, journal);
    const damaged: string[] = [];
    const options = { keep: true, verify: () => reuseFiles, journal };
    const files = await restoreFiles(place, read, store, manifest, options, (why) => {
      if (!despiteDamagedFiles)
        throw new BackupDamaged(`${why}; --despite-damaged-files restores the others`);
      damaged.push(why);
    });
    await restoreRows(engine, manifest, linesOf);
    await compareRows(engine, manifest, linesOf, (difference) => {
      throw new BackupDamaged(`After the restore, ${describeDifference(difference)}`);
    });
    await migrate(engine);
    if (journal !== null && !reuseFiles) await removeErasedFiles(engine, store, read, written, journal);
    const report = { name, manifest, rows: totalRows(manifest), ...files, damaged };
    return { ...report, journal: journal?.report ?? null };
  } finally {
    await journal?.close();
  }
}
