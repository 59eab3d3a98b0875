import { type Kysely, sql } from 'kysely';
import { describeTables, type TableShape } from '../../platform/database/describe-tables.ts';
import type { EngineName, Snapshot } from '../../platform/database/engine.ts';
import type { Tables } from '../../platform/database/schema.ts';
import { isCopied } from './copied-tables.ts';
import type { BackupTable, Lines } from './parts.ts';
import { Buffer } from 'node:buffer';
import { createHash } from 'node:crypto';

type TableSource = { engine: EngineName; isDamaged: boolean };

/** Fewer from tables that hold whole files. */
const rowsAtOnce = 200;
const fileRowsAtOnce = 4;

export async function tablesToCopy(database: Kysely<Tables>, engine: EngineName): Promise<TableShape[]> {
  return (await describeTables(database, engine)).filter(isCopied);
}

const quoted = (name: string): string => `"${name}"`;

/** Both sort by UTF-8 bytes. Indexes of damaged SQLite may lack rows. */
function queryOf(
  { name, key }: TableShape,
  columns: readonly string[],
  { engine, isDamaged }: TableSource,
): string {
  const byBytes = engine === 'postgres' ? ' collate "C"' : '';
  const order = key.map((column) => quoted(column.name) + (column.isText ? byBytes : ''));
  const unindexed = isDamaged && engine === 'sqlite' ? ' not indexed' : '';
  return `select ${columns.map(quoted).join(', ')} from ${quoted(name)}${unindexed} order by ${order.join(', ')}`;
}

export async function* linesOf(
  snapshot: Snapshot,
  table: TableShape,
  columns: readonly string[],
  source: TableSource,
): AsyncGenerator<Lines> {
  const atOnce = table.hasBytes ? fileRowsAtOnce : rowsAtOnce;
  for await (const rows of snapshot.stream(queryOf(table, columns, source), atOnce)) {
    const text = rows.map((row) => `${rowText(columns, row)}\n`).join('');
    yield { text: Buffer.from(text), rows: rows.length };
  }
}

/** The last id given, by table. */
export async function readCounters(
  database: Kysely<Tables>,
  engine: EngineName,
  tables: readonly TableShape[],
): Promise<Record<string, number>> {
  const counters: Record<string, number> = {};
  for (const { name } of tables.filter(({ isCounted }) => isCounted)) {
    const { rows } = await (
      engine === 'sqlite'
        ? sql<{ last: number }>`select seq as last from sqlite_sequence where name = ${name}`
        : sql<{
            last: number | null;
          }>`select pg_sequence_last_value(pg_get_serial_sequence(${name}, 'id')::regclass) as last`
    ).execute(database);
    const last = rows[0]?.last ?? 0;
    if (last > 0) counters[name] = last;
  }
  return counters;
}

export type Value = string | number | null | Buffer;
export type Row = Value[];

function writable(value: unknown): unknown {
  if (value === null || typeof value === 'string') return value;
  if (typeof value === 'number') return Number.isFinite(value) ? value : { number: String(value) };
  if (value instanceof Uint8Array) return { base64: Buffer.from(value).toString('base64') };
  throw new TypeError(`A row has a value of the type ${typeof value}, which a backup cannot store`);
}

function readable(value: unknown): Value {
  if (value === null || typeof value === 'string' || typeof value === 'number') return value;
  const { base64, number } = value as { base64?: string; number?: string };
  return base64 === undefined ? Number(number) : Buffer.from(base64, 'base64');
}

/** Equal on both engines. JSON escapes lone surrogates, which UTF-8 cannot hold. */
export function rowText(columns: readonly string[], row: Record<string, unknown>): string {
  return JSON.stringify(columns.map((column) => writable(row[column])));
}

export function parseRow(line: string): Row {
  return (JSON.parse(line) as unknown[]).map(readable);
}

export type RowDifference = { table: string; key: string; kind: 'missing' | 'changed' | 'unexpected' };

function compareValues(a: Value, b: Value): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return Buffer.compare(Buffer.from(String(a)), Buffer.from(String(b)));
}

export function compareKeys(a: readonly Value[], b: readonly Value[]): number {
  for (const [place, value] of a.entries()) {
    const order = compareValues(value, b[place] as Value);
    if (order !== 0) return order;
  }
  return 0;
}

async function* splitLines(source: AsyncIterable<{ text: Buffer }>): AsyncGenerator<string> {
  for await (const { text } of source) yield* text.toString().split('\n').slice(0, -1);
}

export function keyReader({ columns }: BackupTable, { key }: TableShape): (line: string) => Value[] {
  const places = key.map(({ name }) => columns.indexOf(name));
  return (line) => {
    const row = parseRow(line);
    return places.map((place) => row[place] as Value);
  };
}

/** Lists sorted by key; yields differences. */
async function* mergeCompare(
  table: BackupTable,
  shape: TableShape,
  written: AsyncIterator<string>,
  found: AsyncIterator<string>,
): AsyncGenerator<RowDifference> {
  const keyOf = keyReader(table, shape);
  const difference = (line: string, kind: RowDifference['kind']): RowDifference => ({
    table: table.name,
    key: keyOf(line).join(', '),
    kind,
  });
  let [a, b] = [await written.next(), await found.next()];
  while (a.done !== true || b.done !== true) {
    const order =
      a.done === true
        ? 1
        : b.done === true
          ? -1
          : a.value === b.value
            ? 0
            : compareKeys(keyOf(a.value), keyOf(b.value));
    if (order < 0) yield difference(a.value as string, 'missing');
    else if (order > 0) yield difference(b.value as string, 'unexpected');
    else if (a.value !== b.value) yield difference(a.value as string, 'changed');
    if (order <= 0) a = await written.next();
    if (order >= 0) b = await found.next();
  }
}

/**
 * Row by row if hashes differ.
 * @param expected its lines; by hash where they are the backup's own
 */
export async function* compareTable(
  snapshot: Snapshot,
  engine: EngineName,
  shape: TableShape,
  table: BackupTable,
  expected: AsyncIterable<string>,
): AsyncGenerator<RowDifference> {
  const lines = () => linesOf(snapshot, shape, table.columns, { engine, isDamaged: false });
  const hash = createHash('sha256');
  for await (const { text } of lines()) hash.update(text);
  if (hash.digest('hex') === table.sha256) return;
  yield* mergeCompare(table, shape, expected[Symbol.asyncIterator](), splitLines(lines()));
}
