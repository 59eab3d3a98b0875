import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { makeTestApp } from '#support/test-app';
import { platformSecrets, type SecretTables } from './secret-tables.ts';

const server = fileURLToPath(new URL('../../', import.meta.url));

async function declaredTables(): Promise<[table: string, SecretTables[keyof SecretTables]][]> {
  const files = globSync('*/tables.ts', { cwd: server });
  const rooms: Record<string, SecretTables>[] = await Promise.all(
    files.map((file) => import(`${server}${file}`)),
  );
  const declared = rooms.flatMap(Object.entries).filter(([name]) => name.endsWith('Secrets'));
  return [platformSecrets, ...declared.map(([, tables]) => tables)].flatMap(Object.entries);
}

const soundsSecret =
  /secret|token|passw|private_key|credential|salt|seal|hash|nonce|signature|key|pin$|otp|code|^value$/;
/** By their names; a new name must be judged. */
const noSecret = [
  // Flags.
  /\.is_(secret|sealed)$/,
  // Of a sheet's headings, of the bytes of a file.
  /^intake_columns\.headings_hash$/,
  /^uploads\.hash_state$/,
  // Half of a pair that everybody may read.
  /\.public_key$/,
  // Chosen by the client, beside its session.
  /\.idempotency_key$/,
  // Folded names, and what finds a job.
  /\.(name|batch|typed|check)_key$/,
  /^jobs\.key$/,
  // Names a file that is read with a session.
  /^attachments\.code$/,
];

test('every column that holds a secret is declared with what ends it', async () => {
  const app = await makeTestApp();
  const tables = await app.context.database.reader.introspection.getTables();
  const found = tables
    // On PostgreSQL they inherit from another one (`ddl.addPending`).
    .filter(({ name }) => !name.endsWith('_pending'))
    .flatMap(({ name, columns }) =>
      columns.filter((column) => soundsSecret.test(column.name)).map((column) => `${name}.${column.name}`),
    );
  const known = (await declaredTables()).flatMap(([table, declared]) =>
    [declared?.secret ?? []].flat().map((column) => `${table}.${column}`),
  );
  expect(known.length).toBeGreaterThan(15);
  expect(found.filter((name) => !known.includes(name) && !noSecret.some((one) => one.test(name)))).toEqual(
    [],
  );
  const all = tables.flatMap(({ name, columns }) => columns.map((column) => `${name}.${column.name}`));
  expect(
    known.filter((name) => !all.includes(name)),
    'no longer there',
  ).toEqual([]);
});

test('only secrets of accounts end with something, where one place ends them', async () => {
  const { accountsSecrets } = (await import(`${server}accounts/tables.ts`)) as Record<string, SecretTables>;
  const ending = (await declaredTables()).filter(([, declared]) =>
    Object.values(declared ?? {}).includes('end'),
  );
  expect(ending.map(([table]) => table).filter((table) => !(table in (accountsSecrets ?? {})))).toEqual([]);
});
