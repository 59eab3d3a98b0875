import BetterSqlite from 'better-sqlite3';
import { tableOwners } from '../check-boundaries/table-owners.mjs';
import { atComma, formatSql, splitOutside } from './format-sql.ts';
import { readPostgresTypes } from './postgres-types.ts';

export type Column = { name: string; type: string; notnull: 0 | 1; dflt_value: string | null; pk: number };
type Index = { name: string; unique: 0 | 1; origin: 'c' | 'u' | 'pk'; partial: 0 | 1 };
type ForeignKey = { from: string; table: string; to: string };
type Item = { name: string; sql: string };

const code = (text: string): string => `\`${text}\``;

/** The conditions of a table's checks. */
export function readChecks(createTable: string): string[] {
  const body = createTable.slice(createTable.indexOf('(') + 1, createTable.lastIndexOf(')'));
  return splitOutside(body, atComma).flatMap((part) => /\bcheck \((.*)\)$/s.exec(part)?.[1] ?? []);
}

/** `create trigger NAME before update on TABLE begin … end`, told in a line and, where it writes, in its statements. */
function writeTrigger({ name, sql }: Item): string {
  const [, when = '', body = ''] = /^create trigger \w+ (.*?) on \w+ begin (.*?);? end$/is.exec(sql) ?? [];
  if (body.startsWith('select raise(abort'))
    return `- ${code(name)}: ${when.replace('before ', '')} is refused`;
  const statements = body
    .split(';')
    .map((statement) => `${formatSql(statement.replaceAll(/\s+/g, ' ').trim())};`);
  return `- ${code(name)}, ${when}:\n\n${`\`\`\`sql\n${statements.join('\n')}\n\`\`\``.replaceAll(/^/gm, '  ')}\n`;
}

function writeTable(database: BetterSqlite.Database, table: string, types: Map<string, string>): string {
  const columns = database.pragma(`table_info(${table})`) as Column[];
  const indexes = (database.pragma(`index_list(${table})`) as Index[]).reverse();
  const foreignKeys = (database.pragma(`foreign_key_list(${table})`) as ForeignKey[]).reverse();
  const items = (type: string) =>
    database
      .prepare<[string, string], Item>(
        'select name, sql from sqlite_master where type = ? and tbl_name = ? order by name',
      )
      .all(type, table);
  const columnsOf = (index: Index): string =>
    (database.pragma(`index_info(${index.name})`) as { name: string }[]).map(({ name }) => name).join(', ');
  const conditionOf = (index: Index): string => {
    const [, condition] =
      / where (.*)$/s.exec(items('index').find(({ name }) => name === index.name)?.sql ?? '') ?? [];
    return condition === undefined ? '' : ` where ${condition}`;
  };

  const columnRows = columns.map(({ name, type, notnull, dflt_value, pk }) => {
    const onPostgres = types.get(`${table}.${name}`);
    if (onPostgres === undefined) throw new Error(`No type of ${table}.${name} in PostgreSQL was found`);
    const isNullable = notnull === 0 && pk === 0;
    return `| ${code(name)} | ${type.toLowerCase()} | ${onPostgres} | ${isNullable ? 'yes' : 'no'} | ${dflt_value ?? ''} |`;
  });
  const primaryKey = columns.filter(({ pk }) => pk > 0).sort((a, b) => a.pk - b.pk);
  const rules = [
    `- primary key: ${code(primaryKey.map(({ name }) => name).join(', '))}`,
    ...indexes
      .filter(({ origin, unique }) => origin !== 'pk' && unique === 1)
      .map((index) => `- unique: ${code(columnsOf(index) + conditionOf(index))}`),
    ...foreignKeys.map(
      ({ from, table: to, to: key }) => `- ${code(from)} references ${code(`${to}.${key}`)}`,
    ),
    ...readChecks(items('table')[0]?.sql ?? '').map((check) => `- check: ${code(check)}`),
    ...indexes
      .filter(({ unique }) => unique === 0)
      .map((index) => `- index ${code(index.name)}: ${code(columnsOf(index) + conditionOf(index))}`),
  ];
  const triggers = items('trigger').map(writeTrigger);
  return [
    `## ${table}`,
    `Owner: ${tableOwners[table]}`,
    [
      '| column | SQLite | PostgreSQL | null | default |',
      '| --- | --- | --- | --- | --- |',
      ...columnRows,
    ].join('\n'),
    rules.join('\n'),
    ...(triggers.length === 0 ? [] : [`Triggers:\n\n${triggers.join('\n')}`]),
  ].join('\n\n');
}

/** All but SQLite's and the migrator's. */
export function listTables(database: BetterSqlite.Database): string[] {
  return database
    .prepare<[], { name: string }>(
      `select name from pragma_table_list where type = 'table' and schema = 'main' and name not like 'sqlite%' and name not like 'migration%' order by name`,
    )
    .all()
    .map(({ name }) => name);
}

/**
 * Every table: owner, columns, keys, checks, indexes and triggers, read from a migrated SQLite database. The types in
 * PostgreSQL come from the same migrations.
 * @param file the migrated database's path
 */
export async function writeSchemaReference(file: string): Promise<string> {
  const database = new BetterSqlite(file, { readonly: true });
  const tables = listTables(database);
  const unknown = tables.filter((table) => !(table in tableOwners));
  if (unknown.length > 0) throw new Error(`Tables without an owner: ${unknown.join(', ')}`);
  const types = await readPostgresTypes();
  const text = [
    '# The schema',
    'Written by `npm run reference` from the migrations; do not edit. Instants are milliseconds since 1970 UTC, flags 0 or 1. The owner is the room whose code writes the table (`src/server/<room>/tables.ts`). Triggers are shown as SQLite has them; those of PostgreSQL do the same.',
    ...tables.map((table) => writeTable(database, table, types)),
  ].join('\n\n');
  database.close();
  return text;
}
