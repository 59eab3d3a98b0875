import { expect, test } from 'vitest';
import { missingOnPostgres } from './statements.mjs';

const onSqlite = (sql: string, site = 'read.ts:1') => ({ engine: 'sqlite', sql, site }) as const;
const onPostgres = (sql: string, site = 'read.ts:1') => ({ engine: 'postgres', sql, site }) as const;

test('the same statement is found whatever its parameters look like and however many values it has', () => {
  const statements = [
    onSqlite('select 1 from "a" where "b" in (+?, +?, +?)'),
    onPostgres('select 1 from "a" where "b" in ($1) for share', 'elsewhere.ts:9'),
    onSqlite('insert into "a" values (+?, null), (+?, null)'),
    onPostgres('insert into "a" values ($1, null)', 'elsewhere.ts:9'),
  ];
  expect(missingOnPostgres(statements)).toEqual([]);
});

test('a statement that PostgreSQL never ran is named with its place, once', () => {
  const filtered = onSqlite('select 1 from "a" where "b" = +?');
  const statements = [onSqlite('select 1 from "a"'), onPostgres('select 1 from "a"'), filtered, filtered];
  expect(missingOnPostgres(statements)).toEqual(['read.ts:1: select 1 from "a" where "b" = ?']);
});

test('where a line writes its SQL for each engine, PostgreSQL must have reached it', () => {
  const own = onSqlite('select json_group_array(b) from a');
  expect(missingOnPostgres([own, onPostgres('select json_agg(b) from a')])).toEqual([]);
  expect(missingOnPostgres([own])).toEqual(['read.ts:1: select json_group_array(b) from a']);
});

test('what reads tables of SQLite alone has no counterpart', () => {
  const statements = [
    onSqlite('delete from sqlite_sequence where name = +?'),
    onSqlite('select name from pragma_table_list'),
    onSqlite('insert into "a" ("id") values (+?)'),
    onPostgres('insert into "a" ("id") overriding system value values ($1)'),
  ];
  expect(missingOnPostgres(statements)).toEqual([]);
});
