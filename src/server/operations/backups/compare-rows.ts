import { createHash } from 'node:crypto';
import type { TableShape } from '../../platform/database/describe-tables.ts';
import type { EngineName, Snapshot } from '../../platform/database/engine.ts';
import type { ReadPart } from './backup-place.ts';
import { type BackupTable, readParts } from './parts.ts';
import { parseRow, type Value, linesOf } from './table-rows.ts';

export type RowDifference = { table: string; key: string; kind: 'missing' | 'changed' | 'unexpected' };

function compareValues(a: Value, b: Value): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return Buffer.compare(Buffer.from(String(a)), Buffer.from(String(b)));
}

function compareKeys(a: readonly Value[], b: readonly Value[]): number {
  for (const [place, value] of a.entries()) {
    const order = compareValues(value, b[place] as Value);
    if (order !== 0) return order;
  }
  return 0;
}

async function* splitLines(source: AsyncIterable<{ text: Buffer }>): AsyncGenerator<string> {
  for await (const { text } of source) yield* text.toString().split('\n').slice(0, -1);
}

/** Lists sorted by key; yields differences. */
async function* mergeCompare(
  table: BackupTable,
  { key }: TableShape,
  written: AsyncIterator<string>,
  found: AsyncIterator<string>,
): AsyncGenerator<RowDifference> {
  const places = key.map(({ name }) => table.columns.indexOf(name));
  const keyOf = (line: string): Value[] => {
    const row = parseRow(line);
    return places.map((place) => row[place] as Value);
  };
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

/** Row by row if hashes differ. */
export async function* compareTable(
  snapshot: Snapshot,
  engine: EngineName,
  shape: TableShape,
  table: BackupTable,
  read: ReadPart,
): AsyncGenerator<RowDifference> {
  const lines = () => linesOf(snapshot, shape, table.columns, { engine, isDamaged: false });
  const hash = createHash('sha256');
  for await (const { text } of lines()) hash.update(text);
  if (hash.digest('hex') === table.sha256) return;
  yield* mergeCompare(table, shape, readParts(read, table.parts), splitLines(lines()));
}
