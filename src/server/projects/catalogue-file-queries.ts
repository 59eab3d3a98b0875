import { sql } from 'kysely';
import { compiledQuery } from '../platform/database/compiled-query.ts';
import type { Reader, Writer } from '../platform/database/database.ts';

/** Keeps replaced files, and those that a project shows. */
export async function removeUnusedFiles(
  writer: Writer,
  files: readonly { path: string; sha256: string }[],
): Promise<void> {
  for (const { path, sha256 } of files) {
    await writer
      .deleteFrom('catalogue_files')
      .where('path', '=', path)
      .where('sha256', '=', sha256)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('projects')
              .where((on) => on.or([on('background_image', '=', path), on('project_url', '=', path)]))
              .select('projects.id'),
          ),
        ),
      )
      .execute();
  }
}

export const catalogueFileByPath = compiledQuery((db, p: { path: string }) =>
  db
    .selectFrom('catalogue_files')
    .where('path', '=', p.path)
    .select(['content_type as contentType', 'sha256']),
);

/** Only if they still have the hash. */
export const bytesOfCatalogueFile = compiledQuery((db, p: { path: string; sha256: string }) =>
  db.selectFrom('catalogue_files').where('path', '=', p.path).where('sha256', '=', p.sha256).select('body'),
);

export async function catalogueFilePaths(database: Reader): Promise<string[]> {
  const rows = await database.selectFrom('catalogue_files').select('path').execute();
  return rows.map(({ path }) => path);
}

export async function catalogueFileBody(database: Reader, path: string): Promise<Buffer | undefined> {
  const row = await database
    .selectFrom('catalogue_files')
    .where('path', '=', path)
    .select('body')
    .executeTakeFirst();
  return row?.body;
}

export type CatalogueFileRow = { path: string; bytes: number; sha256: string };

export async function catalogueFilesAfter(
  database: Reader,
  { after, limit }: { after: string; limit: number },
): Promise<CatalogueFileRow[]> {
  return database
    .selectFrom('catalogue_files')
    .where('path', '>', after)
    .orderBy('path')
    .limit(limit)
    .select(['path', 'sha256', sql<number>`length(body)`.as('bytes')])
    .execute();
}

export async function projectsShowing(
  database: Reader,
  paths: readonly string[],
): Promise<Map<string, string[]>> {
  if (paths.length === 0) return new Map();
  const rows = await database
    .selectFrom('projects')
    .where((on) => on.or([on('background_image', 'in', paths), on('project_url', 'in', paths)]))
    .orderBy('id')
    .select(['id', 'background_image', 'project_url'])
    .execute();
  const found = new Map<string, string[]>();
  for (const { id, background_image, project_url } of rows)
    for (const path of new Set([background_image, project_url]))
      found.set(path, [...(found.get(path) ?? []), id]);
  return found;
}

/** Locks the row, if there is one, until the transaction ends. */
export async function lockCatalogueFile(writer: Writer, path: string): Promise<void> {
  await writer
    .updateTable('catalogue_files')
    .set((file) => ({ sha256: file.ref('sha256') }))
    .where('path', '=', path)
    .execute();
}

export async function removeCatalogueFileRow(writer: Writer, path: string): Promise<void> {
  await writer.deleteFrom('catalogue_files').where('path', '=', path).execute();
}

export async function catalogueFileRow(
  database: Reader,
  path: string,
): Promise<CatalogueFileRow | undefined> {
  return database
    .selectFrom('catalogue_files')
    .where('path', '=', path)
    .select(['path', 'sha256', sql<number>`length(body)`.as('bytes')])
    .executeTakeFirst();
}
