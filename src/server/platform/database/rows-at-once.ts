import { sql, type RawBuilder } from 'kysely';
import type { Database, Reader, Writer } from './database.ts';
import type { Tables } from './schema.ts';
import type { EngineName } from './engine.ts';

/** Bounds memory and the wait of others. */
export const rowsAtOnce = 500;

/** Of one statement each. */
export function partsOf<Row>(rows: readonly Row[]): Row[][] {
  const parts: Row[][] = [];
  for (let from = 0; from < rows.length; from += rowsAtOnce) parts.push(rows.slice(from, from + rowsAtOnce));
  return parts;
}

type Paging = { size?: number; signal?: AbortSignal };

/**
 * Until a page is not full, so that memory stays flat.
 * @param read the page after a row, by default the first
 * @param signal stops before the next page
 */
export async function* pages<Row>(
  read: (last?: Row) => Promise<Row[]>,
  { size = rowsAtOnce, signal }: Paging = {},
): AsyncGenerator<Row[]> {
  let last: Row | undefined;
  let page: Row[];
  do {
    if (signal?.aborted === true) return;
    page = await read(last);
    yield page;
    last = page.at(-1);
  } while (page.length === size);
}

export async function* eachRow<Row>(
  read: (last?: Row) => Promise<Row[]>,
  paging?: Paging,
): AsyncGenerator<Row> {
  for await (const page of pages(read, paging)) yield* page;
}

/**
 * In batches, so that others never wait long. A crash may restore some until the next run.
 * @param find keys up to the limit
 * @param signal stops before the next batch
 */
export async function removeRows<Key>(
  database: Database,
  signal: AbortSignal,
  find: (reader: Reader, limit: number) => Promise<Key[]>,
  remove: (writer: Writer, keys: Key[]) => Promise<unknown>,
): Promise<void> {
  while (!signal.aborted) {
    const keys = await find(database.reader, rowsAtOnce);
    if (keys.length === 0) return;
    await database.nonDurableTransaction((writer) => remove(writer, keys));
  }
}

type Column<Name extends keyof Tables> = keyof Tables[Name] & string;

/** Up to and including `until`; a row moved on meanwhile stays. */
export async function removeRowsUntil<Name extends keyof Tables>(
  database: Database,
  signal: AbortSignal,
  { table, key, at, until }: { table: Name; key: Column<Name>; at: Column<Name>; until: number },
): Promise<void> {
  const of = { table: sql.table(table), key: sql.ref(key), isDue: sql`${sql.ref(at)} <= ${until}` };
  await removeRows(
    database,
    signal,
    async (reader, limit) => {
      const due = sql<{ key: string | number }>`
        select ${of.key} as ${sql.ref('key')} from ${of.table} where ${of.isDue} limit ${limit}`;
      return (await due.execute(reader)).rows.map((row) => row.key);
    },
    (writer, keys) =>
      sql`delete from ${of.table} where ${of.key} in (${sql.join(keys)}) and ${of.isDue}`.execute(writer),
  );
}

/** Milliseconds: a slow machine must not refuse a large import repeatedly. */
const statementMs = 30_000;

/** For this transaction on PostgreSQL: hash joins, which pages may not use, and longer statements. */
export async function allowBulkJoins(writer: Writer, engine: EngineName): Promise<void> {
  if (engine !== 'postgres') return;
  await sql`set local enable_hashjoin = on`.execute(writer);
  await sql`select set_config('statement_timeout', ${String(statementMs)}, true)
    where current_setting('statement_timeout') <> '0'`.execute(writer);
}

/** After a bulk insert: PostgreSQL looks once a minute. */
export async function refreshStatistics(
  writer: Writer,
  engine: EngineName,
  table: keyof Tables,
): Promise<void> {
  if (engine === 'postgres') await sql`analyze ${sql.table(table)}`.execute(writer);
}

export function jsonObject(
  engine: EngineName,
  members: Readonly<Record<string, RawBuilder<unknown>>>,
): RawBuilder<string> {
  if (engine === 'sqlite') {
    const parts = sql.join(Object.entries(members).flatMap(([name, value]) => [sql.lit(name), value]));
    return sql`json_object(${parts})`;
  }
  // Twice as fast as json_build_object.
  const parts = Object.entries(members).map(
    ([name, value]) =>
      sql`${sql.lit(`${JSON.stringify(name)}:`)} || coalesce(to_json(${value})::text, 'null')`,
  );
  return sql`'{' || ${sql.join(parts, sql` || ',' || `)} || '}'`;
}
