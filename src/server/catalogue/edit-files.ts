import type { FileEntry } from '#contract/catalogue/calls';
import { limits } from '#contract/limits';
import type { AppContext } from '../platform/context.ts';
import type { Reader } from '../platform/database/database.ts';
import { httpErrors } from '../platform/http/http-errors.ts';
import {
  catalogueFileRow,
  catalogueFilesAfter,
  projectsShowing,
  removeCatalogueFileRow,
  type CatalogueFileRow,
} from '../projects/catalogue-file-queries.ts';
import { faultOfFile, folderOf, rowOfFile, writeFile, type CatalogueFile } from '../projects/import-files.ts';
import { editOnce, remove, type Editor } from './change-entry.ts';

type Context = Pick<AppContext, 'database' | 'clock'>;

const mostShown = 10;

async function presentFiles(database: Reader, rows: readonly CatalogueFileRow[]): Promise<FileEntry[]> {
  const paths = rows.map(({ path }) => path);
  const showing = await projectsShowing(database, paths);
  return rows.map((row) => ({ ...row, used_by: (showing.get(row.path) ?? []).slice(0, mostShown) }));
}

export async function listFiles(
  database: Reader,
  after: string,
): Promise<{ files: FileEntry[]; next: string | null }> {
  const rows = await catalogueFilesAfter(database, { after, limit: limits.pageSize + 1 });
  const shown = rows.slice(0, limits.pageSize);
  const next = rows.length > shown.length ? (shown.at(-1)?.path ?? null) : null;
  return { files: await presentFiles(database, shown), next };
}

/** @throws 400 where an import would refuse the file */
export function checkFile(name: string, body: Buffer): CatalogueFile {
  const file: CatalogueFile = { file: name, folder: folderOf(name) ?? 'images', name, body };
  const fault =
    folderOf(name) === undefined
      ? 'must end in one of: svg, png, jpg, jpeg, webp, avif for a picture; html, pdf for a document'
      : faultOfFile(file);
  if (fault !== null) throw httpErrors.badRequest(`${name || 'The file'}: ${fault}`);
  return file;
}

/**
 * @param original the hash of the file to replace, as the editor saw it
 * @throws 409 with `current` where another file has its name, and for a key of another request
 */
export async function putFile(
  context: Context,
  { accountId, key }: Editor,
  file: CatalogueFile,
  original: string | undefined,
): Promise<FileEntry> {
  const row = rowOfFile(file);
  const entry = async (database: Reader): Promise<FileEntry> => {
    const found = await catalogueFileRow(database, row.path);
    const [shown] = await presentFiles(database, found === undefined ? [] : [found]);
    if (shown === undefined) throw httpErrors.notFound(`There is no file ${row.path} any more.`);
    return shown;
  };
  return editOnce(
    context,
    { accountId, key, kind: 'catalogue-file', content: [row.path, row.sha256] },
    async (writer, at) => {
      const before = await catalogueFileRow(writer, row.path);
      if (before?.sha256 === row.sha256) return;
      if (before !== undefined && before.sha256 !== original)
        throw httpErrors.changedMeanwhile(
          `There is already another file at ${row.path}.`,
          await entry(writer),
        );
      const by = { actorId: accountId, at, act: 'put-catalogue-file' } as const;
      await writeFile(writer, { ...row, before: before?.sha256 ?? null }, by);
    },
    entry,
    `The file at ${row.path} was replaced in the meantime. Please look at it first.`,
  );
}

/** @throws 404; 409 while a project shows it */
export async function removeFile(context: Context, editor: Editor, path: string): Promise<void> {
  await remove(context, { ...editor, noun: 'catalogue-file', name: path }, async (writer) => {
    const before = await catalogueFileRow(writer, path);
    if (before === undefined) throw httpErrors.notFound(`There is no file ${path}.`);
    const [first, ...others] = (await projectsShowing(writer, [path])).get(path) ?? [];
    if (first !== undefined) {
      const more = others.length === 0 ? '' : ` and ${others.length} more`;
      throw httpErrors.conflict(`Project ${first}${more} shows ${path}: choose another file for it first.`);
    }
    await removeCatalogueFileRow(writer, path);
    const { sha256, bytes } = before;
    return { subject: path, before: { sha256, bytes } };
  });
}
