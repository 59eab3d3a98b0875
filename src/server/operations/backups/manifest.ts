import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { countAsBaseline } from '../../platform/database/baseline.ts';
import { BackupDamaged, BackupRefused, manifestName, type BackupPlace } from './backup-place.ts';

const part = z.object({
  name: z.string(),
  rows: z.number(),
  /** Of the part as it lies there, packed. */
  bytes: z.number(),
  sha256: z.string(),
});

const table = z.object({
  name: z.string(),
  /** In the order of a row's values. */
  columns: z.array(z.string()),
  rows: z.number(),
  /** Of all its rows as they were written, unpacked and in the order of their keys: the same for both engines. */
  sha256: z.string(),
  parts: z.array(part),
});

const manifest = z.object({
  /** Of what a backup looks like. */
  format: z.literal(1),
  made_at: z.string(),
  academy: z.string(),
  engine: z.enum(['sqlite', 'postgres']),
  /** The steps that the schema had gone through. */
  steps: z.array(z.string()),
  /** By table, the last id that the database has given: none is given twice. */
  counters: z.record(z.string(), z.number()),
  tables: z.array(table),
  /** The files that the rows name, as a list of hashes and sizes. */
  files: z.object({ count: z.number(), bytes: z.number(), parts: z.array(part) }),
  /** Files that could not be copied, since they were gone from where the portal keeps them or had been changed there. */
  faults: z.array(z.object({ sha256: z.string(), why: z.string() })),
  /** What was wrong with the database when the backup was made of it. */
  damage: z.string().nullable().default(null),
});

export type Part = z.output<typeof part>;
export type BackupTable = z.output<typeof table>;
export type Manifest = z.output<typeof manifest>;

export const totalRows = ({ tables }: Pick<Manifest, 'tables'>): number =>
  tables.reduce((sum, { rows }) => sum + rows, 0);

/** @throws BackupDamaged, BackupRefused for a backup of a later version of the portal */
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
      `The backup ${name} was made by a later version of the portal; restore it with that one`,
    );
  throw new BackupDamaged(`${manifestName} of the backup ${name} is not what was written`, { cause: error });
}

/**
 * The name of a backup of a place: the newest, or the one that is asked for.
 * @throws BackupRefused when there is none
 */
export async function chooseBackup(place: BackupPlace, wanted: string | null): Promise<string> {
  const names = await place.list();
  const newest = names.at(-1);
  if (newest === undefined) throw new BackupRefused(`There are no backups in ${place.shown}`);
  if (wanted === null) return newest;
  if (names.includes(wanted)) return wanted;
  throw new BackupRefused(`There is no backup ${wanted} in ${place.shown}; the newest is ${newest}`);
}
