import { constants } from 'node:fs';
import { lstat, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { catalogueFolders, type CatalogueFile, type CatalogueFolder } from '../../projects/import-files.ts';
import { markColumn } from '../../marking/import-marks.ts';
import { readCsvRows } from '../../platform/import-files/csv-records.ts';
import { delimiterOf } from '../../platform/sheets/csv-delimiter.ts';
import { readSheet } from '../../platform/sheets/read-sheet.ts';
import { SheetRefused } from '../../platform/sheets/sheet.ts';
import { textCell } from '../../platform/sheets/sheet-cell.ts';
import { decodeText, encodingOf } from '../../platform/text-encoding.ts';
import type { ListRow } from '../../people/import/read-people.ts';
import { codeOf } from '../../platform/error-code.ts';
import { ImportRefused, type ImportError } from '../../platform/import-files/source-location.ts';

/** The files that an import knows by their names. */
const sourceNames = [
  'courses.yaml',
  'batches.yaml',
  'projects.yaml',
  'people.csv',
  'marks.csv',
  'terms.md',
  'privacy.md',
] as const;
export type SourceName = (typeof sourceNames)[number];

/** What an operator gave: texts by their files' names, pictures and documents. */
export type Sources = {
  texts: Partial<Record<SourceName, { file: string; text: string }>>;
  /** A list of people, whichever way it was saved. */
  people?: { file: string; rows: ListRow[] };
  files: CatalogueFile[];
};

/** No file that is read whole may be larger, in bytes. */
const maxTextBytes = 50 * 1024 * 1024;

/** A path that an import cannot begin with, in words for the operator. */
export class UnusableSource extends Error {}

/** What lies at a path; null for nothing. @throws UnusableSource for a symbolic link */
async function found(file: string) {
  const entry = await lstat(file).catch(() => null);
  // A folder from elsewhere could publish any file of this machine through its links.
  if (entry?.isSymbolicLink()) throw isLink(file);
  return entry;
}

function isLink(file: string): UnusableSource {
  return new UnusableSource(
    `${file} is a symbolic link, which an import does not follow; put the file or folder itself there`,
  );
}

/** The bytes of a file that was no symbolic link a moment ago, and still is none. */
async function readBytes(file: string): Promise<Buffer> {
  // Windows has no such flag, and makes links for administrators only.
  const flag = constants.O_RDONLY | ((constants.O_NOFOLLOW as number | undefined) ?? 0);
  return readFile(file, { flag }).catch((error: unknown) => {
    throw codeOf(error) === 'ELOOP' ? isLink(file) : error;
  });
}

/**
 * Reads a folder, or one file of it. Symbolic links are not followed.
 * @throws UnusableSource when there is nothing to import at the path
 * @throws ImportRefused when a text is not UTF-8
 */
export async function readSources(sourcePath: string): Promise<Sources> {
  // `resolve` takes a slash at the end away, with which the system would follow a link.
  const entry = await found(path.resolve(sourcePath));
  if (entry === null) throw new UnusableSource(`There is no file or folder at ${sourcePath}`);
  const sources: Sources = { texts: {}, files: [] };
  const faults: ImportError[] = [];
  if (entry.isFile()) await readOne(sourcePath, path.resolve(sourcePath), sources, faults);
  else await readFolder(sourcePath, sources, faults);
  if (faults.length > 0) throw new ImportRefused(faults);
  if (Object.keys(sources.texts).length === 0 && sources.files.length === 0 && sources.people === undefined) {
    throw new UnusableSource(
      `There is nothing to import at ${sourcePath}; known: ${sourceNames.join(', ')}, images/ and documents/`,
    );
  }
  return sources;
}

async function readFolder(sourcePath: string, sources: Sources, faults: ImportError[]): Promise<void> {
  const ownName = path.basename(path.resolve(sourcePath));
  if (isCatalogueFolder(ownName)) return readFiles(sourcePath, ownName, sources);
  for (const name of sourceNames) {
    const file = path.join(sourcePath, name);
    if ((await found(file))?.isFile()) await readText(file, name, sources, faults);
  }
  const workbook = path.join(sourcePath, 'people.xlsx');
  if (sources.people === undefined && (await found(workbook))?.isFile())
    await readText(workbook, 'people.csv', sources, faults);
  for (const folder of catalogueFolders) {
    const inside = path.join(sourcePath, folder);
    if ((await found(inside))?.isDirectory()) await readFiles(inside, folder, sources);
  }
}

async function readOne(
  sourcePath: string,
  absolute: string,
  sources: Sources,
  faults: ImportError[],
): Promise<void> {
  const name = path.basename(absolute);
  const known = sourceNames.find((source) => source === name);
  if (known !== undefined) return readText(sourcePath, known, sources, faults);
  if (listPattern.test(name)) return readList(sourcePath, sources, faults);
  const folder = path.basename(path.dirname(absolute));
  if (!isCatalogueFolder(folder)) {
    throw new UnusableSource(
      `${sourcePath} is no file that can be imported; known: ${sourceNames.join(', ')}, and files in images/ or documents/`,
    );
  }
  sources.files.push({ file: sourcePath, folder, name, body: await readBytes(sourcePath) });
}

async function readFiles(sourcePath: string, folder: CatalogueFolder, sources: Sources): Promise<void> {
  for (const name of (await readdir(sourcePath)).sort()) {
    const file = path.join(sourcePath, name);
    // Hidden files are the machine's own (.DS_Store), not the operator's.
    if (name.startsWith('.') || !(await found(file))?.isFile()) continue;
    sources.files.push({ file, folder, name, body: await readBytes(file) });
  }
}

function isCatalogueFolder(name: string): name is CatalogueFolder {
  return (catalogueFolders as string[]).includes(name);
}

/** Names of lists beside `people.csv` and `marks.csv`. */
const listPattern = /\.(?:csv|tsv|txt|xlsx)$/i;

/** Takes a list of another name: one with a column of tasks and one of marks has marks, any other one people. */
async function readList(file: string, sources: Sources, faults: ImportError[]): Promise<void> {
  const bytes = await readSmall(file);
  if (!isWorkbook(bytes)) {
    const text = decodeText(bytes, encodingOf(bytes) ?? 'windows-1252');
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

/** The rows of a workbook; the column of a cell is its number. @throws ImportRefused */
async function readWorkbook(file: string): Promise<ListRow[]> {
  const rows: ListRow[] = [];
  try {
    for await (const piece of readSheet(file))
      for (const { line, cells } of piece)
        rows.push({ cells, locations: cells.map((_, index) => ({ file, line, column: index + 1 })) });
  } catch (error) {
    if (error instanceof SheetRefused)
      throw new ImportRefused([{ file, line: 1, column: 1, message: error.message }]);
    throw error;
  }
  return rows;
}

async function readText(
  file: string,
  name: SourceName,
  sources: Sources,
  faults: ImportError[],
): Promise<void> {
  const bytes = await readSmall(file);
  if (name === 'people.csv' && isWorkbook(bytes)) sources.people = { file, rows: await readWorkbook(file) };
  else takeText({ file, name, bytes }, sources, faults);
}

/** @throws UnusableSource for a file that is too large to be read whole */
async function readSmall(file: string): Promise<Buffer> {
  const { size } = await lstat(file);
  if (size > maxTextBytes) {
    throw new UnusableSource(`${file} has ${size} bytes; a file to import can have at most ${maxTextBytes}`);
  }
  return readBytes(file);
}

/** Takes a text that was read, or says what is wrong with it. */
export function takeText(
  { file, name, bytes }: { file: string; name: SourceName; bytes: Buffer },
  sources: Sources,
  faults: ImportError[],
): void {
  // Lists come out of spreadsheets, which write other encodings; what is written by hand is UTF-8.
  const isList = name === 'people.csv' || name === 'marks.csv';
  const text = isList ? decodeText(bytes, encodingOf(bytes) ?? 'windows-1252') : decode(bytes);
  if (text === null) {
    faults.push({ file, ...locationOfBadByte(bytes), message: 'is not UTF-8 text; save the file as UTF-8' });
    return;
  }
  const nul = text.indexOf('\0');
  if (nul >= 0) {
    const before = text.slice(0, nul).split('\n');
    const place = { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
    faults.push({ file, ...place, message: 'holds the character U+0000, which no text may' });
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

function decode(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

function locationOfBadByte(bytes: Buffer): { line: number; column: number } {
  let line = 1;
  for (let start = 0; start < bytes.length; line += 1) {
    const end = bytes.indexOf(10, start);
    const part = bytes.subarray(start, end < 0 ? bytes.length : end);
    if (decode(part) === null) {
      const good = part.toString('utf8').indexOf('\uFFFD');
      return { line, column: Math.max(good, 0) + 1 };
    }
    if (end < 0) break;
    start = end + 1;
  }
  return { line, column: 1 };
}
