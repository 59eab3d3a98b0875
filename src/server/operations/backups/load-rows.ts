import { sql, type Transaction } from 'kysely';
import { inOrderOfReferences, type TableShape } from '../../platform/database/describe-tables.ts';
import type { EngineName } from '../../platform/database/engine.ts';
import type { Tables } from '../../platform/database/schema.ts';
import { firstLine } from '../../platform/start-errors.ts';
import { BackupDamaged, BackupRefused, type ReadPart } from './backup-place.ts';
import type { BackupTable, Manifest } from './manifest.ts';
import { readParts } from './parts.ts';
import { parseRow, type Row } from './row-text.ts';

type Writer = Transaction<Tables>;

/** What one statement may bring: both engines bound its parameters, and memory bounds its bytes. */
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
    // A text that one engine takes and the other does not, such as one with the character NUL.
    throw new BackupRefused(`Rows of ${name} cannot be restored: ${firstLine(error)}`, { cause: error });
  }
}

async function loadTable(
  writer: Writer,
  table: BackupTable,
  shape: TableShape,
  engine: EngineName,
  read: ReadPart,
): Promise<void> {
  const most = Math.min(rowsAtOnce, Math.floor(parametersAtOnce / table.columns.length));
  let rows: Row[] = [];
  let characters = 0;
  for await (const line of readParts(read, table.parts)) {
    rows.push(parseRow(line));
    characters += line.length;
    if (rows.length < most && characters < charactersAtOnce) continue;
    await insert(writer, table, shape, engine, rows);
    rows = [];
    characters = 0;
  }
  if (rows.length > 0) await insert(writer, table, shape, engine, rows);
}

/** Ids go on after the last one that was given, also where its row is gone. */
async function setCounter(writer: Writer, name: string, last: number, engine: EngineName): Promise<void> {
  if (engine === 'postgres') {
    await sql`select setval(pg_get_serial_sequence(${name}, 'id'), ${last})`.execute(writer);
    return;
  }
  await sql`delete from sqlite_sequence where name = ${name}`.execute(writer);
  await sql`insert into sqlite_sequence (name, seq) values (${name}, ${last})`.execute(writer);
}

/**
 * Loads the rows of a backup into tables that are empty and whose triggers are off.
 * @param shapes the tables as they are in the database
 * @throws BackupDamaged; BackupRefused for rows that this engine does not take
 */
export async function loadRows(
  writer: Writer,
  engine: EngineName,
  shapes: readonly TableShape[],
  { tables, counters }: Pick<Manifest, 'tables' | 'counters'>,
  read: ReadPart,
): Promise<void> {
  const byName = new Map(tables.map((table) => [table.name, table]));
  for (const shape of inOrderOfReferences(shapes)) {
    const table = byName.get(shape.name);
    if (table === undefined) continue;
    byName.delete(shape.name);
    const unknown = table.columns.find((column) => !shape.columns.includes(column));
    if (unknown !== undefined) throw new BackupDamaged(`${shape.name} has no column ${unknown}`);
    await loadTable(writer, table, shape, engine, read);
    const last = counters[shape.name];
    if (last !== undefined) await setCounter(writer, shape.name, last, engine);
  }
  const [missing] = byName.keys();
  if (missing !== undefined) throw new BackupDamaged(`There is no table ${missing}`);
}
