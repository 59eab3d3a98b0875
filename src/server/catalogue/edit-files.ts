import * as calls from '#contract/catalogue/calls';
import type { FileEntry } from '#contract/catalogue/calls';
import { limits } from '#contract/limits';
import { act, read } from '../accounts/sessions/act.ts';
import type { Reader } from '../platform/database/database.ts';
import { readPage } from '../platform/database/read-page.ts';
import { httpErrors } from '../platform/http/http-errors.ts';
import {
  catalogueFileRow,
  catalogueFilesAfter,
  lockCatalogueFile,
  projectsShowing,
  removeCatalogueFileRow,
  type CatalogueFileRow,
} from '../projects/catalogue-file-queries.ts';
import { faultOfFile, folderOf, rowOfFile, writeFile, type CatalogueFile } from '../projects/import-files.ts';
import { editor, provenEditor } from './policy.ts';
import { receiveFile } from '../submissions/receive-file.ts';

const mostShown = 10;

async function presentFiles(database: Reader, rows: readonly CatalogueFileRow[]): Promise<FileEntry[]> {
  const paths = rows.map(({ path }) => path);
  const showing = await projectsShowing(database, paths);
  return rows.map((row) => ({ ...row, used_by: (showing.get(row.path) ?? []).slice(0, mostShown) }));
}

async function listFiles(
  database: Reader,
  after: string,
): Promise<{ files: FileEntry[]; next: string | null }> {
  const { rows, last } = await readPage(limits.pageSize, (limit) =>
    catalogueFilesAfter(database, { after, limit }),
  );
  return { files: await presentFiles(database, rows), next: last?.path ?? null };
}

const pathOf = ({ folder, name }: { folder: string; name: string }) => `/${folder}/${name}`;

/** @throws 400 where an import would refuse the file */
function checkFile(name: string, body: Buffer): CatalogueFile {
  const file: CatalogueFile = { file: name, folder: folderOf(name) ?? 'images', name, body };
  const fault =
    folderOf(name) === undefined
      ? 'must end in one of: svg, png, jpg, jpeg, webp, avif for a picture; html, pdf for a document'
      : faultOfFile(file);
  if (fault !== null) throw httpErrors.badRequest(`${name || 'The file'}: ${fault}`);
  return file;
}

/** @throws 404 */
async function readFile(reader: Reader, path: string): Promise<FileEntry> {
  const found = await catalogueFileRow(reader, path);
  const [shown] = await presentFiles(reader, found === undefined ? [] : [found]);
  if (shown === undefined) throw httpErrors.notFound(`There is no file ${path} any more.`);
  return shown;
}

export const fileCalls = [
  read(calls.listCatalogueFiles, {
    who: editor,
    run: ({ context, query }) => listFiles(context.database.reader, query.after ?? ''),
  }),

  act(calls.removeCatalogueFile, {
    who: provenEditor,
    key: { kind: 'catalogue-file-removal', content: ({ params }) => [pathOf(params)] },
    changes: {
      async stored(writer, { params }) {
        const path = pathOf(params);
        await lockCatalogueFile(writer, path);
        const before = await catalogueFileRow(writer, path);
        if (before === undefined) throw httpErrors.notFound(`There is no file ${path}.`);
        return before;
      },
      seen: ['sha256'],
      message: 'This file was replaced in the meantime. It is not removed yet.',
      current: (writer, { params }) => readFile(writer, pathOf(params)),
    },
    audit: 'remove-catalogue-file',
    async run(writer, { viewer: { accountId }, params, stored: before }) {
      const path = pathOf(params);
      const [first, ...others] = (await projectsShowing(writer, [path])).get(path) ?? [];
      if (first !== undefined) {
        const more = others.length === 0 ? '' : ` and ${others.length} more`;
        throw httpErrors.conflict(`Project ${first}${more} shows ${path}: choose another file for it first.`);
      }
      await removeCatalogueFileRow(writer, path);
      const { sha256, bytes } = before;
      return { id: accountId, audit: { subject: path, before: { sha256, bytes } } };
    },
  }),
];

/** A file is compared by its hash: `original` is that of the file which the editor saw. */
export const filePut = act(calls.putCatalogueFile, {
  who: editor,
  async receive({ context, viewer: { accountId }, request }) {
    const maxBytes = limits.catalogueFileBytes;
    const { key, name, body, texts } = await receiveFile(context, request, { accountId, maxBytes });
    return { key, row: rowOfFile(checkFile(name, body)), original: texts.get('original') };
  },
  key: {
    kind: 'catalogue-file',
    sent: ({ key }) => key,
    content: ({ received: { row } }) => [row.path, row.sha256],
  },
  changes: {
    async stored(writer, { received: { row } }) {
      await lockCatalogueFile(writer, row.path);
      return { before: await catalogueFileRow(writer, row.path) };
    },
    message: ({ received: { row } }) => `There is already another file at ${row.path}.`,
    refuses: (_, { before }, { received: { row, original } }) =>
      before !== undefined && before.sha256 !== original && before.sha256 !== row.sha256,
    current: (writer, { received: { row } }) => readFile(writer, row.path),
  },
  async run(writer, { viewer: { accountId }, received: { row }, stored: { before }, now }) {
    if (before?.sha256 === row.sha256) return { id: accountId };
    const by = { actorId: accountId, at: now, act: 'put-catalogue-file' } as const;
    await writeFile(writer, { ...row, before: before?.sha256 ?? null }, by);
    return { id: accountId };
  },
  taken: ({ received: { row } }) =>
    `The file at ${row.path} was replaced in the meantime. Please look at it first.`,
  answer: (reader, { received: { row } }) => readFile(reader, row.path),
});
