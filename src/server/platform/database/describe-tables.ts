import { sql, type Kysely } from 'kysely';
import type { EngineName } from './engine.ts';
import type { Tables } from './schema.ts';

/** Without SQLite's text index tables and pending rows (`ddl.addPending`). */
export type TableShape = {
  name: string;
  /** Sorted, since engines differ. */
  columns: string[];
  key: { name: string; isText: boolean }[];
  /** Whether ids are generated. */
  isCounted: boolean;
  hasBytes: boolean;
  refersTo: string[];
};

type Column = { table: string; name: string; type: string; key: number | null; counted: unknown };
type Reference = { table: string; target: string };

const descriptions: Record<EngineName, { columns: string; references: string }> = {
  sqlite: {
    columns: `select m.name as "table", c.name, lower(c.type) as type, nullif(c.pk, 0) as key,
        m.sql like '%autoincrement%' as counted
      from sqlite_master m join pragma_table_list(m.name) l on l.schema = 'main'
      join pragma_table_info(m.name) c
      where l.type = 'table' and m.name not like 'sqlite%' order by m.name, c.cid`,
    references: `select m.name as "table", f."table" as target
      from sqlite_master m join pragma_foreign_key_list(m.name) f where m.type = 'table'`,
  },
  postgres: {
    columns: `select c.relname as "table", a.attname as name, format_type(a.atttypid, null) as type,
        array_position(i.indkey::int2[], a.attnum) as key, a.attidentity <> '' as counted
      from pg_class c
      join pg_namespace n on n.oid = c.relnamespace and n.nspname = current_schema()
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      left join pg_index i on i.indrelid = c.oid and i.indisprimary
      where c.relkind = 'r' and not exists (select 1 from pg_inherits h where h.inhrelid = c.oid)
      order by c.relname, a.attnum`,
    references: `select c.relname as "table", f.relname as target
      from pg_constraint k
      join pg_class c on c.oid = k.conrelid
      join pg_class f on f.oid = k.confrelid
      join pg_namespace n on n.oid = c.relnamespace and n.nspname = current_schema()
      where k.contype = 'f'`,
  },
};

export function inOrderOfReferences(tables: readonly TableShape[]): TableShape[] {
  const ordered: TableShape[] = [];
  const waiting = new Map(tables.map((table) => [table.name, table]));
  while (waiting.size > 0) {
    const free = [...waiting.values()].filter(({ refersTo }) => !refersTo.some((name) => waiting.has(name)));
    if (free.length === 0)
      throw new Error(`These tables refer to each other: ${[...waiting.keys()].join(', ')}`);
    for (const table of free) waiting.delete(table.name);
    ordered.push(...free);
  }
  return ordered;
}

/** @throws when a table has no primary key */
export async function describeTables(database: Kysely<Tables>, engine: EngineName): Promise<TableShape[]> {
  const texts = descriptions[engine];
  const { rows: columns } = await sql.raw<Column>(texts.columns).execute(database);
  const { rows: references } = await sql.raw<Reference>(texts.references).execute(database);
  const names = [...new Set(columns.map(({ table }) => table))].toSorted();
  return names.map((name) => {
    const own = columns.filter(({ table }) => table === name);
    const key = own
      .filter((column) => column.key !== null)
      .toSorted((a, b) => Number(a.key) - Number(b.key))
      .map((column) => ({ name: column.name, isText: column.type === 'text' }));
    if (key.length === 0) throw new Error(`The table ${name} has no primary key`);
    const targets = references.filter(({ table, target }) => table === name && target !== name);
    return {
      name,
      columns: own.map((column) => column.name).toSorted(),
      key,
      isCounted: own.some(({ counted }) => Boolean(counted)),
      hasBytes: own.some(({ type }) => type === 'blob' || type === 'bytea'),
      refersTo: [...new Set(targets.map(({ target }) => target))],
    };
  });
}
