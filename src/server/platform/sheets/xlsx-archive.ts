import type { Readable } from 'node:stream';
import { open, type Entry, type ZipFile } from 'yauzl';
import { SheetRefused } from './sheet.ts';
import path from 'node:path';
import { readAll } from './xml-events.ts';

/** Workbooks have dozens. */
const mostEntries = 2_000;
/** Beyond this ratio and length, a ZIP bomb. */
const mostRatio = 100;
const ratioFrom = 4 * 1024 * 1024;

const damaged = 'The file is damaged, or it is not a spreadsheet. Save it again.';

export type XlsxArchive = {
  /**
   * @param mostBytes unpacked
   * @returns null if missing
   * @throws SheetRefused
   */
  part(name: string, mostBytes: number): Promise<Readable | null>;
  close(): void;
};

function openZip(file: string): Promise<ZipFile> {
  return new Promise((resolve, reject) => {
    open(file, { lazyEntries: true, autoClose: false, validateEntrySizes: true }, (error, zip) => {
      if (error) reject(new SheetRefused(damaged, { cause: error }));
      else resolve(zip);
    });
  });
}

function entriesOf(zip: ZipFile): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>();
  return new Promise((resolve, reject) => {
    zip
      .on('entry', (entry: Entry) => {
        // Case-insensitive.
        entries.set(entry.fileName.toLowerCase(), entry);
        if (entries.size <= mostEntries) return zip.readEntry();
        reject(new SheetRefused('The file has too many parts for a spreadsheet. Save the list as CSV.'));
      })
      .on('end', () => resolve(entries))
      .on('error', (error: Error) => reject(new SheetRefused(damaged, { cause: error })));
    zip.readEntry();
  });
}

function refuseBomb({ uncompressedSize, compressedSize }: Entry, mostBytes: number): void {
  const isTooLong = uncompressedSize > mostBytes;
  const isTooDense = uncompressedSize >= ratioFrom && uncompressedSize > compressedSize * mostRatio;
  if (!isTooLong && !isTooDense) return;
  const megabytes = Math.ceil(uncompressedSize / 1024 / 1024).toLocaleString('en');
  throw new SheetRefused(
    `The file is ${megabytes} MB when unpacked, which is too large for a list of people. Delete empty rows and columns, or save the list as CSV.`,
  );
}

/** @throws SheetRefused */
export async function openXlsx(file: string): Promise<XlsxArchive> {
  const zip = await openZip(file);
  let entries: Map<string, Entry>;
  try {
    entries = await entriesOf(zip);
  } catch (error) {
    zip.close();
    throw error;
  }
  return {
    close: () => zip.close(),
    async part(name, mostBytes) {
      const entry = entries.get(name.toLowerCase());
      if (entry === undefined) return null;
      if (entry.isEncrypted()) throw new SheetRefused('The file is encrypted. Save it without a password.');
      refuseBomb(entry, mostBytes);
      return new Promise<Readable>((resolve, reject) => {
        // The reader refuses a wrong length.
        zip.openReadStream(entry, (error, stream) => {
          if (error) reject(new SheetRefused(damaged, { cause: error }));
          else resolve(stream);
        });
      });
    },
  };
}

/** Such as `worksheet`. */
type Relation = { kind: string; part: string };

/** Unpacked. */
const mostBytes = 1024 * 1024;

function decoded(target: string): string {
  try {
    return decodeURIComponent(target);
  } catch {
    return target;
  }
}

/**
 * By id.
 * @param part '' for the package
 * @throws SheetRefused
 */
export async function readRelations(archive: XlsxArchive, part: string): Promise<Map<string, Relation>> {
  const { dir, base } = path.posix.parse(part);
  const source = await archive.part(path.posix.join(dir, '_rels', `${base}.rels`), mostBytes);
  const found = new Map<string, Relation>();
  if (source === null) return found;
  await readAll(source, {
    open(name, { Id: id = '', Type: type = '', Target: target = '', TargetMode: mode }) {
      if (name !== 'Relationship' || mode === 'External') return;
      // Strict OOXML has other addresses.
      const kind = type.slice(type.lastIndexOf('/') + 1);
      const absolute = path.posix.resolve('/', dir, decoded(target).replaceAll('\\', '/'));
      found.set(id, { kind, part: absolute.slice(1) });
    },
    text() {},
    close() {},
  });
  return found;
}
