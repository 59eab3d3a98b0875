import { createHash } from 'node:crypto';
import { pipeline, Readable, Transform } from 'node:stream';
import { createGunzip, createGzip } from 'node:zlib';
import {
  BackupDamaged,
  type BackupDraft,
  type BackupPlace,
  BackupRefused,
  manifestName,
  type ReadPart,
} from './backup-place.ts';
import { isCopied } from './copied-tables.ts';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { journalPoint } from '../journal/journal-point.ts';
import { countAsBaseline } from '../../platform/database/baseline.ts';

/** Uncompressed; repeated after a broken transfer. */
const partBytes = 32 * 1024 * 1024;

export function makeTally(): { stream: Transform; bytes(): number; sha256(): string } {
  const hash = createHash('sha256');
  let bytes = 0;
  const stream = new Transform({
    transform(chunk: Buffer, _, done) {
      hash.update(chunk);
      bytes += chunk.length;
      done(null, chunk);
    },
  });
  return { stream, bytes: () => bytes, sha256: () => hash.digest('hex') };
}

export type Lines = { text: Buffer; rows: number };

/** `<name>-0001.jsonl.gz` and so on, of limited size. */
export async function writeParts(
  draft: BackupDraft,
  name: string,
  lines: AsyncIterable<Lines>,
): Promise<{ rows: number; sha256: string; parts: Part[] }> {
  const source = lines[Symbol.asyncIterator]();
  const whole = createHash('sha256');
  const parts: Part[] = [];
  try {
    let next = await source.next();
    while (next.done !== true) {
      let rows = 0;
      const ofThisPart = async function* (): AsyncGenerator<Buffer> {
        for (let bytes = 0; next.done !== true && bytes < partBytes; next = await source.next()) {
          const { text, rows: more } = next.value;
          whole.update(text);
          rows += more;
          bytes += text.length;
          yield text;
        }
      };
      const tally = makeTally();
      // The last stream's reader gets all errors.
      pipeline(Readable.from(ofThisPart()), createGzip(), tally.stream, () => {});
      const part = `${name}-${String(parts.length + 1).padStart(4, '0')}.jsonl.gz`;
      await draft.write(part, tally.stream);
      parts.push({ name: part, rows, bytes: tally.bytes(), sha256: tally.sha256() });
    }
  } finally {
    // Releases the source after a failure.
    await source.return?.();
  }
  return { rows: parts.reduce((sum, { rows }) => sum + rows, 0), sha256: whole.digest('hex'), parts };
}

const newline = 0x0a;

/** Whole ones: what follows the last newline is left out. */
export async function* linesIn(source: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let begun: Buffer[] = [];
  for await (const chunk of source) {
    let from = 0;
    for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, from)) {
      begun.push(chunk.subarray(from, end));
      yield begun.length === 1 ? (begun[0] as Buffer).toString() : Buffer.concat(begun).toString();
      begun = [];
      from = end + 1;
    }
    if (from < chunk.length) begun.push(chunk.subarray(from));
  }
}

/** Of packed bytes. */
export const isDecompressionError = (error: unknown): error is Error =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('Z_');

/** @throws BackupDamaged at the end, when rows or hash differ */
async function* readPart(read: ReadPart, part: Part): AsyncGenerator<string> {
  const tally = makeTally();
  const packed = await read(part.name);
  const unpacked = createGunzip();
  pipeline(packed, tally.stream, unpacked, () => {});
  let rows = 0;
  try {
    for await (const line of linesIn(unpacked)) {
      yield line;
      rows += 1;
    }
  } catch (cause) {
    // Damage is an error of decompression.
    if (!isDecompressionError(cause)) throw cause;
    throw new BackupDamaged(`${part.name} cannot be unpacked (${cause.message})`, { cause });
  } finally {
    packed.destroy();
  }
  const sha256 = tally.sha256();
  if (rows !== part.rows) throw new BackupDamaged(`${part.name} has ${rows} rows instead of ${part.rows}`);
  if (sha256 !== part.sha256)
    throw new BackupDamaged(`${part.name} has the SHA-256 ${sha256} instead of ${part.sha256}`);
}

/** @throws BackupDamaged */
export async function* readParts(read: ReadPart, parts: readonly Part[]): AsyncGenerator<string> {
  for (const part of parts) yield* readPart(read, part);
}

/** @returns a message per damaged part */
export async function findDamagedParts(read: ReadPart, parts: readonly Part[]): Promise<string[]> {
  const found: string[] = [];
  for (const part of parts) {
    try {
      for await (const _ of readPart(read, part));
    } catch (error) {
      if (!(error instanceof BackupDamaged)) throw error;
      found.push(error.message);
    }
  }
  return found;
}

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
  /** Null: no segments can be laid on it. */
  journal: journalPoint.nullable().default(null),
});

type Part = z.output<typeof part>;
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
  // Version 1.0.0 also copies tables that it does not know.
  if (success) return countAsBaseline({ ...data, tables: data.tables.filter(isCopied) });
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
