import BetterSqlite from 'better-sqlite3';
import { listTables, readChecks, type Column } from './schema-reference.ts';

const typeNames: Record<string, string> = {
  integer: 'number',
  real: 'number',
  text: 'string',
  'varchar(255)': 'string',
  blob: 'Buffer',
};

/** `state in ('open', 'done')` as a union, by column. */
function readUnions(createTable: string): Map<string, string> {
  const unions = new Map<string, string>();
  for (const check of readChecks(createTable)) {
    const [, column, values] = /^"?(\w+)"? in \(([^()]*)\)$/s.exec(check) ?? [];
    if (column !== undefined && values !== undefined)
      unions.set(
        column,
        values
          .split(',')
          .map((value) => value.trim())
          .join(' | '),
      );
  }
  return unions;
}

function columnType({ name, type, notnull, dflt_value, pk }: Column, createTable: string, union?: string) {
  const base = union ?? typeNames[type.toLowerCase()];
  if (base === undefined) throw new Error(`No type in TypeScript for ${type} of ${name}`);
  const isMade = dflt_value !== null || createTable.includes(`"${name}" integer primary key autoincrement`);
  const selected = notnull === 0 && pk === 0 ? `${base} | null` : base;
  return isMade ? `Generated<${selected}>` : selected;
}

/** The types of all columns as Kysely reads them. @param file a migrated SQLite database's path */
export function storedTablesSource(file: string): string {
  const database = new BetterSqlite(file, { readonly: true });
  const createTable = database.prepare<[string], { sql: string }>(
    `select sql from sqlite_master where type = 'table' and name = ?`,
  );
  const tables = [...listTables(database), 'migrations'].toSorted().map((table) => {
    const sql = createTable.get(table)?.sql ?? '';
    const unions = readUnions(sql);
    const columns = (database.pragma(`table_info(${table})`) as Column[]).map(
      (column) => `    ${column.name}: ${columnType(column, sql, unions.get(column.name))};`,
    );
    return `  ${table}: {\n${columns.join('\n')}\n  };`;
  });
  database.close();
  return `// Written by \`npm run reference\` from the migrations; a test compares. Do not edit.
import type { Generated } from 'kysely';

export interface StoredTables {
${tables.join('\n')}
}
`;
}
