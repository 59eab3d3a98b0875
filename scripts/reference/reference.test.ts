import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { callsSource } from './calls-source.ts';
import { formatSql } from './format-sql.ts';
import { referenceFolder, storedTablesFile, writeReference } from './write-reference.ts';

/** A page of queries without their names, and so in an order of its own: a renamed query is no other query. */
const withoutNames = (page: string) =>
  page
    .replaceAll(/^-- \w+(?=$|, on PostgreSQL$)/gm, '--')
    .split('\n\n')
    .map((part) => part.trim())
    .sort()
    .join('\n\n');

test('docs/reference and the types of tables tell the schema, the queries and the rooms as they are', async () => {
  const { pages: written, storedTables } = await writeReference();
  const stored = readdirSync(referenceFolder, { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll(path.sep, '/'))
    .filter((name) => /\.\w+$/.test(name));
  const advice = 'not up to date: run npm run reference';
  expect(readFileSync(storedTablesFile, 'utf8'), advice).toBe(storedTables);
  expect(stored.sort(), advice).toEqual([...written.keys()].sort());
  for (const [name, text] of written) {
    const known = readFileSync(path.join(referenceFolder, name), 'utf8');
    const read = name.endsWith('.sql') ? withoutNames : (page: string) => page;
    expect(read(known), `${name}: ${advice}`).toBe(read(text));
  }
});

test('every file of calls belongs to the contract', () => {
  const file = path.join(referenceFolder, '../../src/contract/wire/all-calls.ts');
  expect(readFileSync(file, 'utf8'), 'run npm run reference').toBe(callsSource());
});

test('SQL has a clause and a column a line, and brackets and quotes keep together', () => {
  expect(
    formatSql(
      `select "a"."x", (select count(*) from b where c = 1) as "n" from "a" where "a"."y" = ', from' and "z" = 2`,
    ),
  ).toBe(
    `select\n  "a"."x",\n  (select count(*) from b where c = 1) as "n"\nfrom "a"\nwhere "a"."y" = ', from'\n  and "z" = 2`,
  );
});
