import { type RawBuilder, sql } from 'kysely';
import type { AppContext } from '../../platform/context.ts';
import type { TableShape } from '../../platform/database/describe-tables.ts';
import type { Snapshot } from '../../platform/database/engine.ts';
import type { BackupPlace } from '../backups/backup-place.ts';
import { segmentName } from '../backups/journal-names.ts';
import { readCounters, rowText } from '../backups/table-rows.ts';
import { copyNewFiles, type KnownFiles } from './copy-new-files.ts';
import { type JournalRow, updateJournal } from './journal-row.ts';
import { readPosition } from './journal-point.ts';
import { type SegmentCounts, type SegmentHeader, type SegmentPart, writeSegment } from './segment.ts';

type Context = Pick<AppContext, 'database' | 'files' | 'clock' | 'log'>;
type Key = (string | number)[];

/** Rows with bytes, and lists of keys of several columns, are large. */
const rowsAtOnce = 200;
const wideRowsAtOnce = 20;

const parseKey = (text: string): Key => JSON.parse(text) as Key;

/** In batches, by table. */
async function* notes(
  snapshot: Snapshot,
  table: string,
  atOnce: number,
): AsyncGenerator<{ seq: number; key: Key }[]> {
  // Names of tables come from the schema.
  const text = `select seq, row_key from journal_changes where table_name = '${table}'`;
  for await (const rows of snapshot.stream(text, atOnce))
    yield rows.map(({ seq, row_key }) => ({ seq: Number(seq), key: parseKey(String(row_key)) }));
}

function isOneOf({ key }: TableShape, keys: readonly Key[]): RawBuilder<boolean> {
  const [only, ...others] = key;
  if (only !== undefined && others.length === 0)
    return sql<boolean>`${sql.ref(only.name)} in (${sql.join(keys.map(([value]) => value))})`;
  const equal = (values: Key) =>
    sql`(${sql.join(
      key.map(({ name }, at) => sql`${sql.ref(name)} = ${values[at]}`),
      sql` and `,
    )})`;
  return sql<boolean>`(${sql.join(keys.map(equal), sql` or `)})`;
}

const line = (part: SegmentPart | SegmentHeader): string => `${JSON.stringify(part)}\n`;

type Changes = { shapes: TableShape[]; seqs: number[]; signal: AbortSignal };

/** Present rows, and keys of those that are gone. */
async function* tableLines(
  snapshot: Snapshot,
  shape: TableShape,
  { seqs, signal }: Changes,
  counts: SegmentCounts,
): AsyncGenerator<string> {
  const { name, columns, key, hasBytes } = shape;
  const isWide = hasBytes || key.length > 1;
  yield line({ table: name, columns, key: key.map((column) => column.name) });
  for await (const batch of notes(snapshot, name, isWide ? wideRowsAtOnce : rowsAtOnce)) {
    signal.throwIfAborted();
    const keys = batch.map((note) => note.key);
    const selected = sql.join(columns.map((column) => sql.ref(column)));
    const { rows } = await sql<Record<string, unknown>>`
      select ${selected} from ${sql.table(name)} where ${isOneOf(shape, keys)}`.execute(snapshot.reader);
    const present = new Set(rows.map((row) => JSON.stringify(key.map((column) => row[column.name]))));
    const gone = keys.filter((one) => !present.has(JSON.stringify(one)));
    counts.rows += rows.length;
    counts.gone += gone.length;
    for (const { seq } of batch) seqs.push(seq);
    yield (
      rows.map((row) => `${rowText(columns, row)}\n`).join('') +
      gone.map((one) => line({ gone: one })).join('')
    );
  }
}

async function* segmentLines(
  context: Context,
  place: BackupPlace,
  known: KnownFiles,
  snapshot: Snapshot,
  header: SegmentHeader,
  changes: Changes,
): AsyncGenerator<string> {
  const { reader } = snapshot;
  const counts: SegmentCounts = { rows: 0, gone: 0, files: 0 };
  yield line(header);
  async function* keysOf(table: string, atOnce: number) {
    for await (const batch of notes(snapshot, table, atOnce)) {
      changes.signal.throwIfAborted();
      yield batch.map(({ key }) => key);
    }
  }
  for await (const files of copyNewFiles(context, place, known, reader, keysOf)) {
    counts.files += files.length;
    yield files.map(({ sha256, bytes }) => line({ file: sha256, bytes })).join('');
  }
  for (const shape of changes.shapes) yield* tableLines(snapshot, shape, changes, counts);
  yield line({ counters: await readCounters(reader, context.database.engine, changes.shapes) });
  yield line({ end: counts });
}

/**
 * Writes one segment with the present state of all rows that changed, as one snapshot has them, and then forgets
 * these changes. Memory stays flat.
 * @param all the tables whose changes are noted
 * @returns false where nothing had changed
 */
export async function shipChanges(
  context: Context,
  place: BackupPlace,
  row: JournalRow,
  { all, known }: { all: readonly TableShape[]; known: KnownFiles },
  signal: AbortSignal,
): Promise<boolean> {
  const { database, clock } = context;
  const at = clock.now();
  const number = row.head + 1;
  const name = segmentName(number);
  const seqs: number[] = [];
  const written = await database.snapshot(async (snapshot) => {
    const { reader } = snapshot;
    const changed = await reader.selectFrom('journal_changes').select('table_name').distinct().execute();
    const tables = new Set(changed.map(({ table_name }) => table_name));
    const shapes = all.filter((shape) => tables.has(shape.name));
    if (shapes.length === 0) return null;
    const header: SegmentHeader = {
      format: 1,
      line: row.line,
      number,
      previous: row.head_sha256,
      since: row.copied_at,
      at,
      position: await readPosition(reader, database.engine),
    };
    for (const table of tables)
      if (!shapes.some((shape) => shape.name === table))
        for await (const batch of notes(snapshot, table, rowsAtOnce))
          seqs.push(...batch.map(({ seq }) => seq));
    const lines = segmentLines(context, place, known, snapshot, header, { shapes, seqs, signal });
    return writeSegment(place.journal, row.line, name, lines);
  });
  if (written === null) {
    await updateJournal(context, row, { copied_at: at });
    return false;
  }
  const { sha256, bytes } = written;
  const change = { head: number, head_sha256: sha256, bytes: row.bytes + bytes, copied_at: at };
  await updateJournal(context, row, change, seqs);
  return true;
}
