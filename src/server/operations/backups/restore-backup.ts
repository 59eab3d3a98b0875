import { sql, type Kysely } from 'kysely';
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
import { copyFiles, namedFiles, type CopyOptions, type CopyReport } from './copy-files.ts';

export type RestoreReport = CopyReport & {
  name: string;
  manifest: Manifest;
  rows: number;
  /** Lost or erased before the backup. */
  lacking: string[];
  damaged: string[];
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

export async function restoreFiles(
  place: BackupPlace,
  read: ReadPart,
  store: FileStore,
  manifest: Manifest,
  options: CopyOptions,
  onDamaged: (why: string, file: { sha256: string; isThere: boolean }) => void | Promise<void>,
): Promise<CopyReport & { lacking: string[] }> {
  const known = new Set(manifest.faults.map(({ sha256 }) => sha256));
  const lacking: string[] = [];
  const named = namedFiles(readParts(read, manifest.files.parts));
  const report = await copyFiles(
    place.files,
    store,
    named,
    { ...options, total: manifest.files.count },
    async ({ sha256 }, why, isThere) => {
      if (known.has(sha256)) lacking.push(sha256);
      else await onDamaged(why, { sha256, isThere });
    },
  );
  return { ...report, lacking };
}

/** All or none, on the backup's schema. */
export async function restoreRows(engine: Engine, manifest: Manifest, read: ReadPart): Promise<void> {
  const own = Object.entries(knownSteps).filter(([step]) => manifest.steps.includes(step));
  await migrate(engine, Object.fromEntries(own));
  const shapes = await tablesToCopy(engine.reader, engine.name);
  const names = shapes.map(({ name }) => name);
  await engine.writer.transaction().execute((writer) =>
    withoutTriggers(writer, engine.name, names, async () => {
      // Under the lock: another restore may have come first.
      await requireNoRows(writer, names);
      await loadRows(writer, engine.name, shapes, manifest, read);
    }),
  );
}

export async function compareRows(
  engine: Engine,
  { tables }: Pick<Manifest, 'tables'>,
  read: ReadPart,
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
      for await (const difference of compareTable(snapshot, engine.name, shape, table, read))
        onDifference(difference);
    }
  });
}

export const describeDifference = ({ table, key, kind }: RowDifference): string =>
  `${table}: the row ${key} is ${kind}`;

/**
 * Into an empty database and store, comparing all. Files before rows, in one transaction: an interruption
 * leaves no half portal.
 * @param options.reuseFiles compares files that the store has
 * @param options.despiteDamagedFiles skips and lists damaged ones
 * @throws BackupRefused, BackupDamaged
 */
export async function restoreBackup(
  engine: Engine,
  store: FileStore,
  place: BackupPlace,
  name: string,
  {
    reuseFiles = false,
    despiteDamagedFiles = false,
  }: { reuseFiles?: boolean; despiteDamagedFiles?: boolean } = {},
): Promise<RestoreReport> {
  const manifest = await readManifest(place, name);
  const read = place.reader(name);
  requireKnownSteps(manifest);
  await requireEmptyDatabase(engine, manifest);
  if (!reuseFiles) await requireEmptyStore(store);
  const damaged: string[] = [];
  const files = await restoreFiles(
    place,
    read,
    store,
    manifest,
    { keep: true, verify: () => reuseFiles },
    (why) => {
      if (!despiteDamagedFiles)
        throw new BackupDamaged(`${why}; --despite-damaged-files restores the others`);
      damaged.push(why);
    },
  );
  await restoreRows(engine, manifest, read);
  await compareRows(engine, manifest, read, (difference) => {
    throw new BackupDamaged(`After the restore, ${describeDifference(difference)}`);
  });
  await migrate(engine);
  return { name, manifest, rows: totalRows(manifest), ...files, damaged };
}
