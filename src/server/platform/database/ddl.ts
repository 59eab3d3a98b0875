import { sql } from 'kysely';
import type { EngineDdl, TextIndex } from './engine.ts';
import { termsExpression } from './text-index.ts';

function triggerName(table: string, change: string): string {
  return `${table}_after_${change.replaceAll(' ', '_')}`;
}

export const sqliteDdl: EngineDdl = {
  idType: 'integer',
  id: (column) => column.primaryKey().autoIncrement(),
  number: 'integer',
  real: 'real',
  bytes: 'blob',
  forbid: (table, changes) =>
    changes.map((change) =>
      sql.raw(
        `create trigger ${table}_no_${change} before ${change} on ${table} begin select raise(abort, '${table}: ${change} is forbidden'); end`,
      ),
    ),
  forbidUnless: (table, change, condition) => [
    sql.raw(`drop trigger ${table}_no_${change}`),
    sql.raw(
      `create trigger ${table}_no_${change} before ${change} on ${table} when not (${condition}) begin select raise(abort, '${table}: ${change} is forbidden'); end`,
    ),
  ],
  after: (table, change, statements, name = triggerName(table, change)) => [
    sql.raw(`create trigger ${name} after ${change} on ${table} begin ${statements}; end`),
  ],
  replaceAfter: (table, change, statements, name = triggerName(table, change)) => [
    sql.raw(`drop trigger ${name}`),
    ...sqliteDdl.after(table, change, statements, name),
  ],
  refuseWhere: (name, condition) => `select raise(abort, '${name}') where ${condition}`,
  checkByStatement: () => [],
  addPending: () => [],
  // One writer at a time: one row per key is enough.
  addUp: (table, key, sums) =>
    sqliteDdl.after(
      table,
      'insert',
      `update ${table} set ${sums.map((sum) => `${sum} = ${sum} + new.${sum}`).join(', ')}
       where ${key} = new.${key} and id < new.id;
       delete from ${table} where id = new.id
         and exists (select 1 from ${table} where ${key} = new.${key} and id < new.id)`,
      `${table}_add_up`,
    ),
  beginStep: [],
  beginOutsideTransaction: [],
  endOutsideTransaction: [],
  hasConcurrentDdl: false,
  addIndex: (name, table, on, unique) => [
    sql.raw(`drop index if exists ${name}`),
    sql.raw(`create ${unique ?? ''} index ${name} on ${table} (${on})`),
  ],
  addTextIndex: ({ name, table, key, column }: TextIndex) => {
    // An external-content index removes by the former text.
    const change = (row: 'old' | 'new', command: string, value: string) =>
      `insert into ${name} (${command}rowid, ${column}) select ${value}${row}.${key}, ${row}.${column} where ${row}.${column} is not null`;
    const remove = change('old', `${name}, `, `'delete', `);
    const add = change('new', '', '');
    return [
      // The default cuts off vowel signs; private signs are ours.
      sql.raw(
        `create virtual table ${name} using fts5 (${column}, content='${table}', content_rowid='${key}', columnsize=0, tokenize="unicode61 remove_diacritics 0 categories 'L* N* Co Mn Mc'")`,
      ),
      // Removed text also leaves the index's blocks.
      sql.raw(`insert into ${name} (${name}, rank) values ('secure-delete', 1)`),
      ...sqliteDdl.after(table, 'insert', add, `${name}_insert`),
      ...sqliteDdl.after(table, `update of ${column}`, `${remove}; ${add}`, `${name}_update`),
      ...sqliteDdl.after(table, 'delete', remove, `${name}_delete`),
    ];
  },
  bytewise: '',
  forShare: '',
};

const triggerFunction = (name: string, statements: string, create = 'create') =>
  sql.raw(
    `${create} function ${name}() returns trigger language plpgsql as $$ begin ${statements}; return null; end $$`,
  );

export const postgresDdl: EngineDdl = {
  idType: 'bigint',
  id: (column) => column.primaryKey().generatedAlwaysAsIdentity(),
  number: 'bigint',
  real: 'double precision',
  bytes: 'bytea',
  forbid: (table, changes) =>
    changes.flatMap((change) => [
      sql.raw(
        `create function ${table}_no_${change}() returns trigger language plpgsql as $$ begin raise exception '${table}: ${change} is forbidden'; end $$`,
      ),
      sql.raw(
        `create trigger ${table}_no_${change} before ${change} on ${table} for each row execute function ${table}_no_${change}()`,
      ),
    ]),
  // The trigger stays; its function changes.
  forbidUnless: (table, change, condition) => [
    sql.raw(
      `create or replace function ${table}_no_${change}() returns trigger language plpgsql as $$ begin if ${condition} then return ${change === 'delete' ? 'old' : 'new'}; end if; raise exception '${table}: ${change} is forbidden'; end $$`,
    ),
  ],
  after: (table, change, statements, name = triggerName(table, change)) => [
    triggerFunction(name, statements),
    sql.raw(`create trigger ${name} after ${change} on ${table} for each row execute function ${name}()`),
  ],
  // The trigger stays, so that the table is not locked.
  replaceAfter: (table, change, statements, name = triggerName(table, change)) => [
    triggerFunction(name, statements, 'create or replace'),
  ],
  // Locks referenced rows, as PostgreSQL's own check does.
  checkByStatement: (table, column, target) => {
    const key = `${table}_${column}_fkey`;
    const refuse = (message: string) =>
      `raise foreign_key_violation using message = '${message}', table = '${table}', constraint = '${key}'`;
    const trigger = (name: string, on: string, rows: string) =>
      sql.raw(
        `create trigger ${name} after ${on} referencing ${rows} for each statement execute function ${name}()`,
      );
    const isKnown = `perform 1 from (select distinct ${column} as id from added) a
        join ${target} t on t.id = a.id for key share of t;
      if exists (select 1 from (select distinct ${column} as id from added where ${column} is not null) a
        where not exists (select 1 from ${target} t where t.id = a.id)) then
        ${refuse(`${table}: ${column} is unknown in ${target}`)}; end if`;
    const isUnused = `if exists (select 1 from removed r where exists (select 1 from ${table} t where t.${column} = r.id)) then
        ${refuse(`${target}: ${table} refers to it`)}; end if`;
    const [inserted, updated, removed] = ['known', 'still_known', 'unused'].map(
      (what) => `${table}_${column}_${what}`,
    ) as [string, string, string];
    return [
      sql.raw(`alter table ${table} drop constraint ${key}`),
      triggerFunction(inserted, isKnown),
      trigger(inserted, `insert on ${table}`, 'new table as added'),
      triggerFunction(updated, isKnown),
      trigger(updated, `update on ${table}`, 'new table as added'),
      triggerFunction(removed, isUnused),
      trigger(removed, `delete on ${target}`, 'old table as removed'),
    ];
  },
  // Triggers are not inherited; by the end of the statement a moved row is in its new table.
  addPending: (table, mayGo) => {
    const pending = `${table}_pending`;
    return [
      sql.raw(`create table ${pending} () inherits (${table})`),
      sql.raw(`alter table ${pending} alter column id set default nextval('${table}_id_seq')`),
      sql.raw(
        `create trigger ${pending}_no_update before update on ${pending} for each row execute function ${table}_no_update()`,
      ),
      sql.raw(
        `create function ${pending}_no_delete() returns trigger language plpgsql as $$ begin
           if exists (select 1 from only ${table} t where t.id = old.id and to_jsonb(t) = to_jsonb(old)) or ${mayGo} then return null; end if;
           raise exception '${table}: delete is forbidden'; end $$`,
      ),
      sql.raw(
        `create trigger ${pending}_no_delete after delete on ${pending} for each row execute function ${pending}_no_delete()`,
      ),
    ];
  },
  refuseWhere: (name, condition) => `if ${condition} then raise exception '${name}'; end if`,
  // One change in eight merges the rows that it can lock, so no counter blocks a class that submits.
  addUp: (table, key, sums) =>
    postgresDdl.after(
      table,
      'insert',
      `if random() < 0.125 then
         with found as (
           delete from ${table} where id in (
             select id from ${table} where ${key} = new.${key} for update skip locked)
           returning ${sums.join(', ')})
         insert into ${table} (${key}, ${sums.join(', ')})
         select new.${key}, ${sums.map((sum) => `sum(${sum})`).join(', ')} from found having count(*) > 0;
       end if`,
      `${table}_add_up`,
    ),
  // A waiting exclusive lock blocks all later queries: brief tries with pauses.
  beginStep: [sql`set local lock_timeout = '500ms'`, sql`set local statement_timeout = 0`],
  beginOutsideTransaction: [sql`set lock_timeout = '10min'`, sql`set statement_timeout = 0`],
  endOutsideTransaction: [sql`reset lock_timeout`, sql`reset statement_timeout`],
  hasConcurrentDdl: true,
  addIndex: (name, table, on, unique) => [
    sql.raw(`drop index concurrently if exists ${name}`),
    sql.raw(`create ${unique ?? ''} index concurrently ${name} on ${table} (${on})`),
  ],
  // Every search would scan unsorted entries.
  addTextIndex: ({ name, table, column }: TextIndex) => [
    sql.raw(
      `create index ${name} on ${table} using gin ((${termsExpression(column)})) with (fastupdate = off)`,
    ),
  ],
  bytewise: ' collate "C"',
  forShare: ' for share',
};

/** Builds the indexes of a blank schema within its one transaction. */
export function withoutConcurrentDdl(ddl: EngineDdl): EngineDdl {
  return { ...ddl, hasConcurrentDdl: false, addIndex: sqliteDdl.addIndex };
}
