import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { format } from 'oxfmt';
import { migrate } from '#server/platform/database/migrate';
import { openSqlite } from '#server/platform/database/sqlite/sqlite';
import { roomsReference } from './rooms-reference.ts';
import { writeQueryReference } from './query-reference.ts';
import { writeSchemaReference } from './schema-reference.ts';
import { storedTablesSource } from './stored-tables-source.ts';

/** Where the reference lies. */
export const referenceFolder = fileURLToPath(new URL('../../docs/reference', import.meta.url));

/** The types of columns, beside the schema's migrations. */
export const storedTablesFile = path.join(
  referenceFolder,
  '../../src/server/platform/database/stored-tables.ts',
);

type Reference = {
  /** The texts of docs/reference, by their names in that folder. */
  pages: Map<string, string>;
  storedTables: string;
};

export async function writeReference(): Promise<Reference> {
  const folder = mkdtempSync(path.join(tmpdir(), 'capstone-reference-'));
  const file = path.join(folder, 'reference.sqlite');
  try {
    const sqlite = openSqlite(file);
    await migrate(sqlite);
    const pages = await writeQueryReference(sqlite);
    await sqlite.close();
    const markdown = await writeSchemaReference(file);
    pages.set('schema.md', (await format('schema.md', markdown)).code);
    pages.set('rooms.md', (await format('rooms.md', roomsReference())).code);
    const source = storedTablesSource(file);
    const { code } = await format('stored-tables.ts', source, { printWidth: 110, singleQuote: true });
    return { pages, storedTables: code };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
