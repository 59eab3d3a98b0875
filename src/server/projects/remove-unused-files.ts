import type { Writer } from '../platform/database/database.ts';

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
