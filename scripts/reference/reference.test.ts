import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { formatSql } from './format-sql.ts';
import { referenceFolder, writeReference } from './write-reference.ts';

test('docs/reference tells the schema and the queries as they are', async () => {
  const written = await writeReference();
  const stored = readdirSync(referenceFolder, { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll(path.sep, '/'))
    .filter((name) => /\.\w+$/.test(name));
  const advice = 'docs/reference is not up to date: run npm run reference';
  expect(stored.sort(), advice).toEqual([...written.keys()].sort());
  for (const [name, text] of written) {
    expect(readFileSync(path.join(referenceFolder, name), 'utf8'), `${name}: ${advice}`).toBe(text);
  }
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
