import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { countAsBaseline } from '../../platform/database/migrate.ts';
import { BackupDamaged, BackupRefused, manifestName, type BackupPlace } from './backup-place.ts';

const part = z.object({
  name: z.string(),
  rows: z.number(),
  /** Compressed. */
  bytes: z.number(),
  sha256: z.string(),
});

const table = z.object({
  name: z.string(),
  /** In the order of a row's values. */
  columns: z.array(z.string()),
  rows: z.number(),
  /** Uncompressed, sorted by key: equal on both engines. */
  sha256: z.string(),
  parts: z.array(part),
});

const manifest = z.object({
  format: z.literal(1),
  made_at: z.string(),
  academy: z.string(),
  engine: z.enum(['sqlite', 'postgres']),
  steps: z.array(z.string()),
  /** The last id of each table: ids are never reused. */
  counters: z.record(z.string(), z.number()),
  tables: z.array(table),
  /** Lists of hashes and sizes. */
  files: z.object({ count: z.number(), bytes: z.number(), parts: z.array(part) }),
  /** Files that were missing or damaged. */
  faults: z.array(z.object({ sha256: z.string(), why: z.string() })),
  damage: z.string().nullable().default(null),
});

export type Part = z.output<typeof part>;
export type BackupTable = z.output<typeof table>;
export type Manifest = z.output<typeof manifest>;

export const totalRows = ({ tables }: Pick<Manifest, 'tables'>): number =>
  tables.reduce((sum, { rows }) => sum + rows, 0);

/** @throws BackupDamaged, BackupRefused for a later version's */
export async function readManifest(place: BackupPlace, name: string): Promise<Manifest> {
  const written = await text(await place.reader(name)(manifestName));
  let json: unknown;
  try {
    json = JSON.parse(written);
  } catch (cause) {
    throw new BackupDamaged(`${manifestName} of the backup ${name} cannot be read`, { cause });
  }
  const { success, data, error } = manifest.safeParse(json);
  if (success) return countAsBaseline(data);
  const { format } = json as { format?: unknown };
  if (typeof format === 'number' && format > 1)
    throw new BackupRefused(
      `The backup ${name} was made by a later version of the portal. Restore it with that version`,
    );
  throw new BackupDamaged(`${manifestName} of the backup ${name} was changed or is incomplete`, {
    cause: error,
  });
}

/** By default the newest. @throws BackupRefused when it does not exist */
export async function chooseBackup(place: BackupPlace, requested: string | null): Promise<string> {
  const names = await place.list();
  const newest = names.at(-1);
  if (newest === undefined) throw new BackupRefused(`There are no backups in ${place.shown}`);
  if (requested === null) return newest;
  if (names.includes(requested)) return requested;
  throw new BackupRefused(`There is no backup ${requested} in ${place.shown}; the newest is ${newest}`);
}
