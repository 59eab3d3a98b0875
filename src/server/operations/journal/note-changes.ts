import { createHash } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import type { TableShape } from '../../platform/database/describe-tables.ts';
import type { Database } from '../../platform/database/database.ts';
import type { EngineName } from '../../platform/database/engine.ts';
import type { Tables } from '../../platform/database/schema.ts';
import { tablesToCopy } from '../backups/table-rows.ts';

type Writer = Transaction<Tables>;

/** A table whose changes are noted, or one whose rows its queries include. */
type Noted = { table: string; of: TableShape };

const quoted = (name: string): string => `"${name}"`;
const prefix = 'journal_of_';

const keyOf = ({ of }: Noted, row: 'old' | 'new'): string =>
  of.key.map(({ name }) => `${row}.${quoted(name)}`).join(', ');

const hasNewKey = ({ of }: Noted): string =>
  of.key.map(({ name }) => `old.${quoted(name)} <> new.${quoted(name)}`).join(' or ');

/** Removes and inserts, since an outer `or ignore` would also ignore a conflict here. */
function sqliteTriggers(noted: Noted): string[] {
  const { table, of } = noted;
  const note = (row: 'old' | 'new', where = '1'): string => {
    const key = `json_array(${keyOf(noted, row)})`;
    return `delete from journal_changes where ${where} and table_name = '${of.name}' and row_key = ${key};
      insert into journal_changes (table_name, row_key) select '${of.name}', ${key} where ${where};`;
  };
  const trigger = (suffix: string, change: string, statements: string): string =>
    `create trigger ${quoted(`${prefix}${table}_${suffix}`)} after ${change} on ${quoted(table)} begin ${statements} end`;
  const ofKey = `update of ${of.key.map(({ name }) => quoted(name)).join(', ')}`;
  return [
    trigger('insert', 'insert', note('new')),
    trigger('update', 'update', note('new')),
    trigger('key', ofKey, note('old', `(${hasNewKey(noted)})`)),
    trigger('delete', 'delete', note('old')),
  ];
}

/** Once a statement: an import changes thousands of rows. A changed key notes both. */
function postgresTriggers({ table, of }: Noted): string[] {
  const key = of.key.map(({ name }) => quoted(name)).join(', ');
  const from = (rows: 'added' | 'removed'): string =>
    `select '${of.name}', json_build_array(${key})::text from ${rows}`;
  const changes = [
    { change: 'insert', rows: 'new table as added', noted: from('added') },
    {
      change: 'update',
      rows: 'new table as added old table as removed',
      noted: `${from('added')} union ${from('removed')}`,
    },
    { change: 'delete', rows: 'old table as removed', noted: from('removed') },
  ];
  return changes.flatMap(({ change, rows, noted }) => {
    const name = quoted(`${prefix}${table}_${change}`);
    return [
      `create or replace function ${name}() returns trigger language plpgsql as $$ begin
         insert into journal_changes (table_name, row_key) ${noted}
           on conflict (table_name, row_key) do update set seq = default;
         return null; end $$`,
      `create trigger ${name} after ${change} on ${quoted(table)} referencing ${rows} for each statement execute function ${name}()`,
    ];
  });
}

const triggersOf = (noted: Noted, engine: EngineName): string[] =>
  engine === 'sqlite' ? sqliteTriggers(noted) : postgresTriggers(noted);

/** Whatever a backup copies; triggers are not inherited, so pending rows need their own. */
async function listNoted({ reader, engine }: Pick<Database, 'reader' | 'engine'>): Promise<Noted[]> {
  const shapes = await tablesToCopy(reader, engine);
  const noted = shapes.map((of) => ({ table: of.name, of }));
  if (engine === 'sqlite') return noted;
  const { rows } = await sql<{ table: string; parent: string }>`
    select c.relname as table, p.relname as parent from pg_inherits i
    join pg_class c on c.oid = i.inhrelid join pg_class p on p.oid = i.inhparent
    where c.relnamespace = current_schema()::regnamespace`.execute(reader);
  for (const { table, parent } of rows) {
    const of = shapes.find(({ name }) => name === parent);
    if (of !== undefined) noted.push({ table, of });
  }
  return noted;
}

async function existingTriggers({ reader, engine }: Pick<Database, 'reader' | 'engine'>) {
  const { rows } = await (
    engine === 'sqlite'
      ? sql<{ name: string; table: string }>`
          select name, tbl_name as "table" from sqlite_master where type = 'trigger' and name like ${`${prefix}%`}`
      : sql<{ name: string; table: string }>`
          select t.tgname as name, c.relname as table from pg_trigger t join pg_class c on c.oid = t.tgrelid
          where t.tgname like ${`${prefix}%`} and t.tgenabled <> 'D' and c.relnamespace = current_schema()::regnamespace`
  ).execute(reader);
  return rows;
}

const run = (writer: Writer, statement: string) => sql.raw(statement).execute(writer);

type Existing = Awaited<ReturnType<typeof existingTriggers>>;

async function dropTriggers(writer: Writer, engine: EngineName, existing: Existing, table: string) {
  for (const { name } of existing.filter((one) => one.table === table)) {
    await run(writer, `drop trigger ${quoted(name)}${engine === 'sqlite' ? '' : ` on ${quoted(table)}`}`);
    if (engine === 'postgres') await run(writer, `drop function ${quoted(name)}()`);
  }
}

const wantedNames = (noted: Noted, engine: EngineName): string[] =>
  triggersOf(noted, engine).flatMap((text) => /^create trigger "([^"]+)"/.exec(text)?.[1] ?? []);

type Noting = {
  /** Of tables, columns and triggers: while it stays, no change goes by unnoted. */
  schema: string;
  /** Whether changes may have gone by. */
  hasChanged: boolean;
};

/**
 * Idempotent. One table a transaction, which on PostgreSQL waits for the changes of that table only.
 * @param former the schema of the line so far
 */
export async function noteChanges(database: Database, former: string | null): Promise<Noting> {
  const { engine } = database;
  const noted = await listNoted(database);
  const hash = createHash('sha256');
  for (const one of noted) hash.update(JSON.stringify([one.of.columns, ...triggersOf(one, engine)]));
  const schema = hash.digest('hex').slice(0, 16);
  const existing = await existingTriggers(database);
  const names = new Set(existing.map(({ name }) => name));
  const isWhole = noted.every((one) => wantedNames(one, engine).every((name) => names.has(name)));
  if (schema === former && isWhole) return { schema, hasChanged: false };
  for (const one of noted)
    await database.transaction(async (writer) => {
      // A waiting lock blocks all later changes of the table.
      if (engine === 'postgres') await run(writer, `set local lock_timeout = '500ms'`);
      await dropTriggers(writer, engine, existing, one.table);
      for (const text of triggersOf(one, engine)) await run(writer, text);
    });
  return { schema, hasChanged: true };
}

/** Without a place nobody would take the notes away. */
export async function stopNoting(database: Database): Promise<void> {
  const existing = await existingTriggers(database);
  if (existing.length === 0) return;
  await database.transaction((writer) => writer.deleteFrom('journal').execute());
  for (const table of new Set(existing.map((one) => one.table)))
    await database.transaction((writer) => dropTriggers(writer, database.engine, existing, table));
  await database.transaction((writer) => writer.deleteFrom('journal_changes').execute());
}
