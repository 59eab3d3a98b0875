import { createHash } from 'node:crypto';
import { limits } from '#contract/limits';
import type { ActedBy } from '../audit/acted-by.ts';
import { recordAct } from '../audit/record-act.ts';
import type { Reader, Writer } from '../platform/database/database.ts';
import type { ImportError } from '../platform/import-files/source-location.ts';
import type { Plan } from '../platform/import-files/plan.ts';

const maxBytes = limits.catalogueFileBytes;

const types = {
  images: {
    svg: 'image/svg+xml',
    png: 'image/png',
    jpg: 'image/jpeg',
    jpeg: 'image/jpeg',
    webp: 'image/webp',
    avif: 'image/avif',
  },
  documents: { html: 'text/html; charset=utf-8', pdf: 'application/pdf' },
} as const;

export type CatalogueFolder = keyof typeof types;
export const catalogueFolders = Object.keys(types) as CatalogueFolder[];

/** A picture or document to import: its place as the operator knows it, and its name within the folder. */
export type CatalogueFile = { file: string; folder: CatalogueFolder; name: string; body: Buffer };

/** The folder whose files have a name's ending; undefined where none has. */
export function folderOf(name: string): CatalogueFolder | undefined {
  return catalogueFolders.find((folder) => contentType({ folder, name }) !== undefined);
}

function contentType({ folder, name }: Pick<CatalogueFile, 'folder' | 'name'>): string | undefined {
  const extension = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  return (types[folder] as Record<string, string>)[extension];
}

/** Whether bytes are a picture of the kind that their ending says, as far as its beginning and its end tell. */
const looksLike: Record<keyof (typeof types)['images'], (body: Buffer) => boolean> = {
  svg: (body) => /<svg[\s/>]/.test(body.toString('utf8')),
  png: (body) => starts(body, '\x89PNG\r\n\x1a\n') && body.subarray(-64).includes('IEND'),
  jpg: (body) => starts(body, '\xff\xd8\xff') && body.includes('\xff\xd9', body.length - 1_024, 'latin1'),
  jpeg: (body) => looksLike.jpg(body),
  webp: (body) => starts(body, 'RIFF') && starts(body, 'WEBP', 8) && body.length >= body.readUInt32LE(4) + 8,
  avif: (body) => starts(body, 'ftyp', 4) && /avi[fs]/.test(body.toString('latin1', 8, 64)),
};

const starts = (body: Buffer, text: string, at = 0): boolean =>
  body.toString('latin1', at, at + text.length) === text;

/** What is wrong with a picture or document; null for nothing. */
export function faultOfFile(file: CatalogueFile): string | null {
  const endings = Object.keys(types[file.folder]).join(', ');
  if (contentType(file) === undefined) return `files in ${file.folder}/ must end in one of: ${endings}`;
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]{0,119}$/.test(file.name)) {
    return 'the name must be 1 to 120 letters, digits, dots, hyphens or underscores';
  }
  if (file.body.length === 0) return 'the file is empty';
  if (file.body.length > maxBytes)
    return `the file has ${file.body.length} bytes; at most ${maxBytes} (2 MB) are allowed`;
  const kind = file.name.slice(file.name.lastIndexOf('.') + 1).toLowerCase();
  if (file.folder === 'images' && !looksLike[kind as keyof typeof looksLike](file.body))
    return `the picture cannot be shown: it is broken, or is no ${kind.toUpperCase()}`;
  return null;
}

type FileRow = { path: string; content_type: string; sha256: string; body: Buffer };
/** A picture or document to put at its path; `before` is the hash of the one that is there, null for none. */
type FileWrite = FileRow & { before: string | null };

/** A file without faults as it is stored. */
export function rowOfFile(file: CatalogueFile): FileRow {
  return {
    path: `/${file.folder}/${file.name}`,
    content_type: contentType(file) as string,
    sha256: createHash('sha256').update(file.body).digest('hex'),
    body: file.body,
  };
}

/** A file to import, checked: what is wrong with it, or its row. */
export type CheckedFile = { file: string } & ({ fault: string } | { row: FileRow });

export function checkFile(file: CatalogueFile): CheckedFile {
  const fault = faultOfFile(file);
  return { file: file.file, ...(fault === null ? { row: rowOfFile(file) } : { fault }) };
}

/** Puts a file at its path, on record. */
export async function writeFile(writer: Writer, { before, ...row }: FileWrite, by: ActedBy): Promise<void> {
  const { path, ...content } = row;
  if (before === null) await writer.insertInto('catalogue_files').values(row).execute();
  else await writer.updateTable('catalogue_files').set(content).where('path', '=', path).execute();
  await recordAct(writer, {
    ...by,
    subject: path,
    before: before === null ? null : { sha256: before },
    after: { sha256: row.sha256 },
  });
}

/** Plans which pictures and documents an import adds or changes; they live at `/images/…` and `/documents/…`. */
export async function planFiles(
  database: Reader,
  files: readonly CheckedFile[],
  now: number,
  faults: ImportError[],
): Promise<Plan> {
  const existing = new Map(
    (await database.selectFrom('catalogue_files').select(['path', 'sha256', 'content_type']).execute()).map(
      (row) => [row.path, row],
    ),
  );
  const writes: FileWrite[] = [];
  for (const file of files) {
    if ('fault' in file) {
      faults.push({ file: file.file, line: 1, column: 1, message: file.fault });
      continue;
    }
    const { row } = file;
    const before = existing.get(row.path);
    if (before?.sha256 === row.sha256 && before.content_type === row.content_type) continue;
    writes.push({ ...row, before: before?.sha256 ?? null });
  }
  return {
    noun: 'files',
    changes: writes.map(({ path, before }) => ({
      kind: before === null ? 'added' : 'changed',
      what: `file ${path}`,
    })),
    unchanged: files.length - writes.length,
    async write(writer, actorId) {
      const by = { actorId, at: now, act: 'import-file' } as const;
      for (const write of writes) await writeFile(writer, write, by);
    },
  };
}
