import { sql, type Transaction } from 'kysely';
import { inOrderOfReferences, type TableShape } from '../../platform/database/describe-tables.ts';
import type { EngineName } from '../../platform/database/engine.ts';
import type { Tables } from '../../platform/database/schema.ts';
import { reportProgress } from '../../platform/progress.ts';
import { firstLine } from '../../platform/start-errors.ts';
import type { TableLines } from '../journal/merge-journal.ts';
import { BackupDamaged, BackupRefused, type BackupPlace } from './backup-place.ts';
import { type BackupTable, type Manifest, readManifest, readParts, totalRows } from './parts.ts';
import { parseRow, type Row, type Value } from './table-rows.ts';

type Writer = Transaction<Tables>;

/** Engines limit parameters; memory limits characters. */
const rowsAtOnce = 500;
const parametersAtOnce = 20_000;
const charactersAtOnce = 4_000_000;

const quoted = (name: string): string => `"${name}"`;

async function insert(
  writer: Writer,
  { name, columns }: BackupTable,
  shape: TableShape,
  engine: EngineName,
  rows: readonly Row[],
): Promise<void> {
  const overriding = engine === 'postgres' && shape.isCounted ? sql`overriding system value ` : sql``;
  const values = sql.join(rows.map((row) => sql`(${sql.join(row)})`));
  const into = sql.raw(`insert into ${quoted(name)} (${columns.map(quoted).join(', ')}) `);
  try {
    await sql`${into}${overriding}values ${values}`.execute(writer);
  } catch (error) {
    // For example NUL on PostgreSQL.
    throw new BackupRefused(`Rows of ${name} cannot be restored: ${firstLine(error)}`, { cause: error });
  }
}

async function loadTable(
  writer: Writer,
  table: BackupTable,
  shape: TableShape,
  engine: EngineName,
  lines: AsyncIterable<string>,
  onRows: (count: number) => void,
): Promise<void> {
  const most = Math.min(rowsAtOnce, Math.floor(parametersAtOnce / table.columns.length));
  let rows: Row[] = [];
  let characters = 0;
  for await (const line of lines) {
    rows.push(parseRow(line));
    characters += line.length;
    if (rows.length < most && characters < charactersAtOnce) continue;
    await insert(writer, table, shape, engine, rows);
    onRows(rows.length);
    rows = [];
    characters = 0;
  }
  if (rows.length === 0) return;
  await insert(writer, table, shape, engine, rows);
  onRows(rows.length);
}

/** Generated ids are never reused. */
async function setCounter(writer: Writer, name: string, last: number, engine: EngineName): Promise<void> {
  if (engine === 'postgres') {
    await sql`select setval(pg_get_serial_sequence(${name}, 'id'), ${last})`.execute(writer);
    return;
  }
  await sql`delete from sqlite_sequence where name = ${name}`.execute(writer);
  await sql`insert into sqlite_sequence (name, seq) values (${name}, ${last})`.execute(writer);
}

/** Empty, with triggers off. @throws BackupDamaged; BackupRefused for rows that this engine cannot store */
export async function loadRows(
  writer: Writer,
  engine: EngineName,
  shapes: readonly TableShape[],
  { tables, counters }: Pick<Manifest, 'tables' | 'counters'>,
  linesOf: TableLines,
): Promise<void> {
  const total = totalRows({ tables });
  let restored = 0;
  const onRows = (count: number): void => reportProgress('Rows restored', (restored += count), total);
  const byName = new Map(tables.map((table) => [table.name, table]));
  for (const shape of inOrderOfReferences(shapes)) {
    const table = byName.get(shape.name);
    if (table === undefined) continue;
    byName.delete(shape.name);
    const unknown = table.columns.find((column) => !shape.columns.includes(column));
    if (unknown !== undefined) throw new BackupDamaged(`${shape.name} has no column ${unknown}`);
    await loadTable(writer, table, shape, engine, linesOf(table, shape), onRows);
    const last = counters[shape.name];
    if (last !== undefined) await setCounter(writer, shape.name, last, engine);
  }
  const [missing] = byName.keys();
  if (missing !== undefined) throw new BackupDamaged(`There is no table ${missing}`);
}

/** By column; none without the table. @throws BackupRefused for more than `most` rows */
export async function readTableOfBackup(
  place: BackupPlace,
  name: string,
  table: string,
  most = 100_000,
): Promise<Record<string, Value>[]> {
  const { tables } = await readManifest(place, name);
  const found = tables.find((one) => one.name === table);
  if (found === undefined) return [];
  if (found.rows > most) throw new BackupRefused(`${table} of the backup ${name} has more than ${most} rows`);
  const rows: Record<string, Value>[] = [];
  for await (const line of readParts(place.reader(name), found.parts)) {
    const values = parseRow(line);
    rows.push(Object.fromEntries(found.columns.map((column, at) => [column, values[at] as Value])));
  }
  return rows;
}

const run = (writer: Writer, statement: string) => sql.raw(statement).execute(writer);

async function withoutTriggersOfSqlite(writer: Writer, change: () => Promise<void>): Promise<void> {
  const { rows: triggers } = await sql<{ name: string; text: string }>`
    select name, sql as text from sqlite_master where type = 'trigger'`.execute(writer);
  for (const { name } of triggers) await run(writer, `drop trigger "${name}"`);
  await change();
  for (const { text } of triggers) await run(writer, text);
  const { rows: indexes } = await sql<{ name: string }>`
    select name from pragma_table_list where type = 'virtual' and schema = 'main'`.execute(writer);
  for (const { name } of indexes) await run(writer, `insert into "${name}" ("${name}") values ('rebuild')`);
}

/**
 * Keys and checks hold, except `ddl.checkByStatement`.
 * @param tables written by nobody else until the transaction ends
 */
export async function withoutTriggers(
  writer: Writer,
  engine: EngineName,
  tables: readonly string[],
  change: () => Promise<void>,
): Promise<void> {
  if (engine === 'sqlite') return withoutTriggersOfSqlite(writer, change);
  for (const table of tables) await run(writer, `alter table "${table}" disable trigger user`);
  await change();
  for (const table of tables) await run(writer, `alter table "${table}" enable trigger user`);
}
