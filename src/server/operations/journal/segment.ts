import { pipeline, Readable } from 'node:stream';
import { createGunzip, createGzip } from 'node:zlib';
import { z } from 'zod';
import { firstLine } from '../../platform/start-errors.ts';
import { BackupDamaged, type JournalPlace } from '../backups/backup-place.ts';
import { isDecompressionError, linesIn, makeTally } from '../backups/parts.ts';

// A segment is packed lines of JSON: a header, what changed by table, and the counts. Values are those of a backup.

const header = z.object({
  format: z.literal(1),
  line: z.string(),
  number: z.number(),
  /** Hash of the segment before it; empty for the first. */
  previous: z.string(),
  /** Since then nothing was copied; until `at` everything is. In milliseconds since 1970 UTC. */
  since: z.number().nullable(),
  at: z.number(),
  position: z.string(),
});
export type SegmentHeader = z.output<typeof header>;

const part = z.union([
  /** The lines after it are rows, as lists of values. */
  z.object({ table: z.string(), columns: z.array(z.string()), key: z.array(z.string()) }),
  /** A key of that table, whose row is gone. */
  z.object({ gone: z.array(z.union([z.string(), z.number()])) }),
  z.object({ file: z.string(), bytes: z.number() }),
  z.object({ counters: z.record(z.string(), z.number()) }),
  z.object({ end: z.object({ rows: z.number(), gone: z.number(), files: z.number() }) }),
]);
export type SegmentPart = z.output<typeof part>;
export type SegmentCounts = { rows: number; gone: number; files: number };

/** @param texts lines, several at once */
export async function writeSegment(
  place: JournalPlace,
  line: string,
  name: string,
  texts: AsyncIterable<string>,
): Promise<{ sha256: string; bytes: number }> {
  const counting = makeTally();
  const source = Readable.from(texts);
  // The last stream's reader gets all errors.
  pipeline(source, createGzip(), counting.stream, () => {});
  try {
    await place.write(line, name, counting.stream);
  } finally {
    source.destroy();
  }
  return { sha256: counting.sha256(), bytes: counting.bytes() };
}

export type SegmentReader = {
  onHeader?(header: SegmentHeader): void;
  onTable(table: string, columns: readonly string[], key: readonly string[]): void;
  /** In the notation of a backup's row. */
  onRow(line: string): void;
  onGone(key: (string | number)[]): void;
  onFile(sha256: string, bytes: number): void;
  onCounters(counters: Record<string, number>): void;
};

export const ignoring: SegmentReader = {
  onTable() {},
  onRow() {},
  onGone() {},
  onFile() {},
  onCounters() {},
};

/** @throws others */
export function ifDamaged(error: unknown): BackupDamaged {
  if (error instanceof BackupDamaged) return error;
  throw error;
}

async function* linesOf(place: JournalPlace, line: string, name: string) {
  const packed = await place.read(line, name);
  const counting = makeTally();
  const unpacked = createGunzip();
  pipeline(packed, counting.stream, unpacked, () => {});
  try {
    yield* linesIn(unpacked);
    return counting.sha256();
  } catch (error) {
    if (!isDecompressionError(error)) throw error;
    throw new BackupDamaged(`The segment ${name} cannot be unpacked (${firstLine(error)})`, { cause: error });
  } finally {
    packed.destroy();
  }
}

function parseLine<T>(name: string, schema: z.ZodType<T>, text: string): T {
  try {
    return schema.parse(JSON.parse(text));
  } catch (cause) {
    throw new BackupDamaged(`The segment ${name} has a line that cannot be read`, { cause });
  }
}

/** @throws BackupDamaged */
export async function readSegmentHeader(
  place: JournalPlace,
  line: string,
  name: string,
): Promise<SegmentHeader> {
  for await (const text of linesOf(place, line, name)) return parseLine(name, header, text);
  throw new BackupDamaged(`The segment ${name} is empty`);
}

/**
 * @returns with the hash of the packed bytes
 * @throws BackupDamaged for one that is torn or altered
 */
export async function readSegment(
  place: JournalPlace,
  line: string,
  name: string,
  reader: SegmentReader,
): Promise<{ header: SegmentHeader; sha256: string; counts: SegmentCounts }> {
  const counts: SegmentCounts = { rows: 0, gone: 0, files: 0 };
  let first: SegmentHeader | null = null;
  let end: SegmentCounts | null = null;
  const lines = linesOf(place, line, name);
  let next = await lines.next();
  for (; next.done !== true; next = await lines.next()) {
    const text = next.value;
    if (first === null) {
      first = parseLine(name, header, text);
      reader.onHeader?.(first);
    } else if (text.startsWith('[')) {
      counts.rows += 1;
      reader.onRow(text);
    } else {
      const one = parseLine(name, part, text);
      if ('table' in one) reader.onTable(one.table, one.columns, one.key);
      else if ('gone' in one) {
        counts.gone += 1;
        reader.onGone(one.gone);
      } else if ('file' in one) {
        counts.files += 1;
        reader.onFile(one.file, one.bytes);
      } else if ('counters' in one) reader.onCounters(one.counters);
      else end = one.end;
    }
  }
  const isWhole = end !== null && JSON.stringify(end) === JSON.stringify(counts);
  if (first === null || !isWhole) throw new BackupDamaged(`The segment ${name} ends early`);
  return { header: first, sha256: next.value, counts };
}
