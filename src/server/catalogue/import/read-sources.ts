import { constants } from 'node:fs';
import { lstat, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { decodeText, encodingOf } from '#contract/text-encoding';
import {
  catalogueFolders,
  faultOfSize,
  type CatalogueFile,
  type CatalogueFolder,
} from '../../projects/import-files.ts';
import { markColumn } from '../../marking/import-marks.ts';
import { readCsvRows } from '../../platform/import-files/csv-records.ts';
import { delimiterOf } from '../../platform/sheets/read-csv.ts';
import { textCell } from '../../platform/sheets/sheet-cell.ts';
import { decodeUtf8, locationOfBadByte } from '../../platform/text-encoding.ts';
import { type ListRow, readWorkbook } from '../../people/imports/read-people.ts';
import { pageOfFile } from '../texts/texts.ts';
import { codeOf } from '../../platform/error-code.ts';
import { ImportRefused, type ImportError } from '../../platform/import-files/source-location.ts';

export const sourceNames = [
  'courses.yaml',
  'batches.yaml',
  'projects.yaml',
  'people.csv',
  'marks.csv',
  'terms.md',
  'privacy.md',
] as const;
export type SourceName = (typeof sourceNames)[number];

/** Texts by file name; pictures and documents. */
export type Sources = {
  texts: Partial<Record<string, { file: string; text: string }>>;
  people?: { file: string; rows: ListRow[] };
  files: CatalogueFile[];
};

/** Limit of a file that is read whole, in bytes. */
const maxTextBytes = 50 * 1024 * 1024;

/** The message is for the operator. */
export class UnusableSource extends Error {}

/** Null for nothing. @throws UnusableSource for a symbolic link */
async function found(file: string) {
  const entry = await lstat(file).catch(() => null);
  // Links in a foreign folder could publish any file of this machine.
  if (entry?.isSymbolicLink()) throw isLink(file);
  return entry;
}

function isLink(file: string): UnusableSource {
  return new UnusableSource(
    `${file} is a symbolic link, which an import does not follow. Put the file or folder itself there`,
  );
}

/** Checks again that the file is no symbolic link. */
async function readBytes(file: string): Promise<Buffer> {
  // Windows has no such flag; there only administrators make links.
  const flag = constants.O_RDONLY | ((constants.O_NOFOLLOW as number | undefined) ?? 0);
  return readFile(file, { flag }).catch((error: unknown) => {
    throw codeOf(error) === 'ELOOP' ? isLink(file) : error;
  });
}

/**
 * Does not follow symbolic links.
 * @throws UnusableSource when there is nothing to import at the path
 * @throws ImportRefused when a text is not UTF-8
 */
export async function readSources(sourcePath: string): Promise<Sources> {
  // `resolve` removes a slash at the end, with which the system would follow a link.
  const entry = await found(path.resolve(sourcePath));
  if (entry === null) throw new UnusableSource(`There is no file or folder at ${sourcePath}`);
  const sources: Sources = { texts: {}, files: [] };
  const faults: ImportError[] = [];
  if (entry.isFile()) await readOne(sourcePath, path.resolve(sourcePath), sources, faults);
  else await readFolder(sourcePath, sources, faults);
  if (faults.length > 0) throw new ImportRefused(faults);
  if (Object.keys(sources.texts).length === 0 && sources.files.length === 0 && sources.people === undefined) {
    throw new UnusableSource(
      `There is nothing to import at ${sourcePath}. Expected: ${sourceNames.join(', ')}, images/ and documents/`,
    );
  }
  return sources;
}

async function readFolder(sourcePath: string, sources: Sources, faults: ImportError[]): Promise<void> {
  const ownName = path.basename(path.resolve(sourcePath));
  if (isCatalogueFolder(ownName)) return readFiles(sourcePath, ownName, sources, faults);
  const translations = (await readdir(sourcePath)).filter((name) => pageOfFile(name) !== null);
  for (const name of new Set([...sourceNames, ...translations.toSorted()])) {
    const file = path.join(sourcePath, name);
    if ((await found(file))?.isFile()) await readText(file, name, sources, faults);
  }
  const workbook = path.join(sourcePath, 'people.xlsx');
  if (sources.people === undefined && (await found(workbook))?.isFile())
    await readText(workbook, 'people.csv', sources, faults);
  for (const folder of catalogueFolders) {
    const inside = path.join(sourcePath, folder);
    if ((await found(inside))?.isDirectory()) await readFiles(inside, folder, sources, faults);
  }
}

async function readOne(
  sourcePath: string,
  absolute: string,
  sources: Sources,
  faults: ImportError[],
): Promise<void> {
  const name = path.basename(absolute);
  if ((sourceNames as readonly string[]).includes(name) || pageOfFile(name) !== null)
    return readText(sourcePath, name, sources, faults);
  if (listPattern.test(name)) return readList(sourcePath, sources, faults);
  const folder = path.basename(path.dirname(absolute));
  if (!isCatalogueFolder(folder)) {
    throw new UnusableSource(
      `${sourcePath} cannot be imported. Expected one of: ${sourceNames.join(', ')}, and files in images/ or documents/`,
    );
  }
  await readCatalogueFile(sourcePath, { folder, name }, sources, faults);
}

/** A file that is too large is not read. */
async function readCatalogueFile(
  file: string,
  of: { folder: CatalogueFolder; name: string },
  sources: Sources,
  faults: ImportError[],
): Promise<void> {
  const fault = faultOfSize((await lstat(file)).size);
  if (fault !== null) faults.push({ file, line: 1, column: 1, message: fault });
  else sources.files.push({ file, ...of, body: await readBytes(file) });
}

async function readFiles(
  sourcePath: string,
  folder: CatalogueFolder,
  sources: Sources,
  faults: ImportError[],
): Promise<void> {
  for (const name of (await readdir(sourcePath)).sort()) {
    const file = path.join(sourcePath, name);
    // Hidden files, such as .DS_Store, belong to the machine.
    if (name.startsWith('.') || !(await found(file))?.isFile()) continue;
    await readCatalogueFile(file, { folder, name }, sources, faults);
  }
}

function isCatalogueFolder(name: string): name is CatalogueFolder {
  return (catalogueFolders as string[]).includes(name);
}

const listPattern = /\.(?:csv|tsv|txt|xlsx)$/i;

/** A list with task and marks columns has marks; any other has people. */
async function readList(file: string, sources: Sources, faults: ImportError[]): Promise<void> {
  const bytes = await readSmall(file);
  if (!isWorkbook(bytes)) {
    const text = decodeText(bytes, encodingOf(bytes, true) ?? 'windows-1252');
    const [head = ''] = text.trimStart().split(/[\r\n]/, 1);
    const headings = head
      .split(delimiterOf(head))
      .map((heading) => markColumn(heading.replaceAll('"', '').trim()));
    if (headings.includes('task') && headings.includes('marks'))
      return takeText({ file, name: 'marks.csv', bytes }, sources, faults);
  }
  return readText(file, 'people.csv', sources, faults);
}

const isWorkbook = (bytes: Buffer) => bytes[0] === 0x50 && bytes[1] === 0x4b;

async function readText(file: string, name: string, sources: Sources, faults: ImportError[]): Promise<void> {
  const bytes = await readSmall(file);
  if (name === 'people.csv' && isWorkbook(bytes)) sources.people = { file, rows: await readWorkbook(file) };
  else takeText({ file, name, bytes }, sources, faults);
}

/** @throws UnusableSource for a file that is too large */
async function readSmall(file: string): Promise<Buffer> {
  const { size } = await lstat(file);
  if (size > maxTextBytes) {
    throw new UnusableSource(`${file} has ${size} bytes; a file to import can have at most ${maxTextBytes}`);
  }
  return readBytes(file);
}

export function takeText(
  { file, name, bytes }: { file: string; name: string; bytes: Buffer },
  sources: Sources,
  faults: ImportError[],
): void {
  // Spreadsheets write lists in other encodings.
  const isList = name === 'people.csv' || name === 'marks.csv';
  const text = isList ? decodeText(bytes, encodingOf(bytes, true) ?? 'windows-1252') : decodeUtf8(bytes);
  if (text === null) {
    faults.push({ file, ...locationOfBadByte(bytes), message: 'is not UTF-8 text; save the file as UTF-8' });
    return;
  }
  const nul = text.indexOf('\0');
  if (nul >= 0) {
    const before = text.slice(0, nul).split('\n');
    const place = { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
    faults.push({ file, ...place, message: 'contains the character U+0000, which is not allowed' });
    return;
  }
  if (name !== 'people.csv') {
    sources.texts[name] = { file, text };
    return;
  }
  const rows = readCsvRows(file, text, delimiterOf(text.slice(0, 65_536)), faults) ?? [];
  sources.people = {
    file,
    rows: rows.map(({ cells, locations }) => ({ cells: cells.map(textCell), locations })),
  };
}
