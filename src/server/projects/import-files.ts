import { createHash } from 'node:crypto';
import { recordAct } from '../audit/record-act.ts';
import type { Reader } from '../platform/database/database.ts';
import type { ImportError } from '../platform/import-files/source-location.ts';
import type { Plan } from '../platform/import-files/plan.ts';

const maxBytes = 2 * 1024 * 1024;

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

function contentType({ folder, name }: CatalogueFile): string | undefined {
  const extension = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  return (types[folder] as Record<string, string>)[extension];
}

function faultOf(file: CatalogueFile): string | null {
  const endings = Object.keys(types[file.folder]).join(', ');
  if (contentType(file) === undefined) return `files in ${file.folder}/ must end in one of: ${endings}`;
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]{0,119}$/.test(file.name)) {
    return 'the name must be 1 to 120 letters, digits, dots, hyphens or underscores';
  }
  if (file.body.length === 0) return 'the file is empty';
  if (file.body.length > maxBytes)
    return `the file has ${file.body.length} bytes; at most ${maxBytes} (2 MB) are allowed`;
  return null;
}

/** Plans which pictures and documents an import adds or changes; they live at `/images/…` and `/documents/…`. */
export async function planFiles(
  database: Reader,
  files: readonly CatalogueFile[],
  now: number,
  faults: ImportError[],
): Promise<Plan> {
  const existing = new Map(
    (await database.selectFrom('catalogue_files').select(['path', 'sha256', 'content_type']).execute()).map(
      (row) => [row.path, row],
    ),
  );
  const writes: {
    path: string;
    content_type: string;
    sha256: string;
    body: Buffer;
    before: string | null;
  }[] = [];
  for (const file of files) {
    const message = faultOf(file);
    if (message !== null) {
      faults.push({ file: file.file, line: 1, column: 1, message });
      continue;
    }
    const path = `/${file.folder}/${file.name}`;
    const sha256 = createHash('sha256').update(file.body).digest('hex');
    const content_type = contentType(file) as string;
    const before = existing.get(path);
    if (before?.sha256 === sha256 && before.content_type === content_type) continue;
    writes.push({ path, content_type, sha256, body: file.body, before: before?.sha256 ?? null });
  }
  return {
    noun: 'files',
    changes: writes.map(({ path, before }) => ({
      kind: before === null ? 'added' : 'changed',
      what: `file ${path}`,
    })),
    unchanged: files.length - writes.length,
    async write(writer) {
      for (const { before, ...row } of writes) {
        const { path, ...content } = row;
        if (before === null) await writer.insertInto('catalogue_files').values(row).execute();
        else await writer.updateTable('catalogue_files').set(content).where('path', '=', path).execute();
        await recordAct(writer, {
          at: now,
          actorId: null,
          act: 'import-file',
          subject: path,
          before: before === null ? null : { sha256: before },
          after: { sha256: row.sha256 },
        });
      }
    },
  };
}
