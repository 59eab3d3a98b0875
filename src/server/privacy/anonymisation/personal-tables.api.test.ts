import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { makeTestApp } from '#support/test-app';
import { platformPersonal, type PersonalTables } from '../../platform/database/personal-tables.ts';

const server = fileURLToPath(new URL('../../', import.meta.url));

async function declaredTables(): Promise<PersonalTables> {
  const files = globSync('*/tables.ts', { cwd: server });
  const rooms: Record<string, PersonalTables>[] = await Promise.all(
    files.map((file) => import(`${server}${file}`)),
  );
  const declared = rooms.flatMap(Object.entries).filter(([name]) => name.endsWith('Personal'));
  return Object.assign({}, platformPersonal, ...declared.map(([, tables]) => tables));
}

/** Columns that name somebody, by account or by address. */
const namesSomebody = /^(account|author|actor|reporter|about)_id$|_by$|^email$|^recipient$/;
/** Counts, by their names. */
const counts = ['announcements.seen_by'];

test('every column that names somebody is declared with what an anonymisation does', async () => {
  const app = await makeTestApp();
  const tables = await app.context.database.reader.introspection.getTables();
  const found = tables
    // On PostgreSQL they inherit from another one (`ddl.addPending`).
    .filter(({ name }) => !name.endsWith('_pending'))
    .flatMap(({ name, columns }) =>
      columns.filter((column) => namesSomebody.test(column.name)).map((column) => `${name}.${column.name}`),
    );
  const known = Object.entries(await declaredTables()).flatMap(([table, { owner, by = [] }]) =>
    [owner, by].flat().map((column) => `${table}.${column}`),
  );
  expect(found.length).toBeGreaterThan(50);
  expect(found.filter((name) => !known.includes(name) && !counts.includes(name))).toEqual([]);
});
