import { createHash } from 'node:crypto';
import { limits } from '#contract/limits';
import { type ActedBy, recordAuditEvent } from '../audit/record-audit-event.ts';
import type { Reader, Writer } from '../platform/database/database.ts';
import type { ImportError } from '../platform/import-files/source-location.ts';
import type { Plan } from '../platform/import-files/plan.ts';
import { cleanPicture, pictureTypeOf } from '../platform/pictures/clean-picture.ts';
import { BrokenPicture } from '../platform/pictures/picture.ts';

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

/** `name` is the path within the folder. */
export type CatalogueFile = { file: string; folder: CatalogueFolder; name: string; body: Buffer };

/** By file ending; undefined for an unknown one. */
export function folderOf(name: string): CatalogueFolder | undefined {
  return catalogueFolders.find((folder) => contentType({ folder, name }) !== undefined);
}

function contentType({ folder, name }: Pick<CatalogueFile, 'folder' | 'name'>): string | undefined {
  const extension = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  return (types[folder] as Record<string, string>)[extension];
}

type Kind = keyof (typeof types)['images'];

/** At the outermost level; animations have a handful. */
const mostBoxes = 1_000;

/** Checks that the boxes are complete. */
function isAvif(body: Buffer): boolean {
  const boxes = new Set<string>();
  for (let at = 0, count = 1; at < body.length; count += 1) {
    if (count > mostBoxes || at + 8 > body.length) return false;
    const bytes = body.readUInt32BE(at);
    boxes.add(body.toString('latin1', at + 4, at + 8));
    // The last box may have no size; 2 MB need no 64-bit sizes.
    at += bytes === 0 ? body.length - at : Math.max(bytes, 8);
    if (at > body.length) return false;
  }
  return (
    /avi[fs]/.test(body.toString('latin1', 8, 64)) && ['ftyp', 'meta', 'mdat'].every((box) => boxes.has(box))
  );
}

/** Complete, and of the kind of its ending; pixels are not checked. */
function isWholePicture(kind: Kind, body: Buffer): boolean {
  if (kind === 'avif') return isAvif(body);
  if (kind === 'svg') {
    const text = body.toString('utf8').trimEnd();
    const begin = text.search(/<svg[\s/>]/);
    return begin >= 0 && (text.lastIndexOf('</svg') > begin || text.endsWith('/>'));
  }
  if (pictureTypeOf(body) !== types.images[kind]) return false;
  try {
    cleanPicture(types.images[kind], body);
    return true;
  } catch (error) {
    if (!(error instanceof BrokenPicture)) throw error;
    return false;
  }
}

export const faultOfSize = (bytes: number): string | null =>
  bytes <= maxBytes ? null : `the file has ${bytes} bytes; at most ${maxBytes} (2 MB) are allowed`;

/** Null for a valid file. */
export function faultOfFile(file: CatalogueFile): string | null {
  const endings = Object.keys(types[file.folder]).join(', ');
  if (contentType(file) === undefined) return `files in ${file.folder}/ must end in one of: ${endings}`;
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]{0,119}$/.test(file.name)) {
    return 'the name must be 1 to 120 letters, digits, dots, hyphens or underscores';
  }
  if (file.body.length === 0) return 'the file is empty';
  const tooLarge = faultOfSize(file.body.length);
  if (tooLarge !== null) return tooLarge;
  const kind = file.name.slice(file.name.lastIndexOf('.') + 1).toLowerCase();
  if (file.folder === 'images' && !isWholePicture(kind as Kind, file.body))
    return `the picture cannot be shown: it is damaged or not a valid ${kind.toUpperCase()}`;
  return null;
}

type FileRow = { path: string; content_type: string; sha256: string; body: Buffer };
/** `before` is the hash of the present file, null for none. */
type FileWrite = FileRow & { before: string | null };

export function rowOfFile(file: CatalogueFile): FileRow {
  return {
    path: `/${file.folder}/${file.name}`,
    content_type: contentType(file) as string,
    sha256: createHash('sha256').update(file.body).digest('hex'),
    body: file.body,
  };
}

export type CheckedFile = { file: string } & ({ fault: string } | { row: FileRow });

export function checkFile(file: CatalogueFile): CheckedFile {
  const fault = faultOfFile(file);
  return { file: file.file, ...(fault === null ? { row: rowOfFile(file) } : { fault }) };
}

/** Audited. */
export async function writeFile(writer: Writer, { before, ...row }: FileWrite, by: ActedBy): Promise<void> {
  const { path, ...content } = row;
  if (before === null) await writer.insertInto('catalogue_files').values(row).execute();
  else await writer.updateTable('catalogue_files').set(content).where('path', '=', path).execute();
  await recordAuditEvent(writer, {
    ...by,
    subject: path,
    before: before === null ? null : { sha256: before },
    after: { sha256: row.sha256 },
  });
}

/** They are served at `/images/…` and `/documents/…`. */
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
