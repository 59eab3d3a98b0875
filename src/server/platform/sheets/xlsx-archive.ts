import type { Readable } from 'node:stream';
import { openPromise, type Entry, type ZipFile } from 'yauzl';
import { SheetRefused } from './sheet.ts';
import path from 'node:path';
import { SaxesParser } from 'saxes';

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

function refuse(cause: unknown): never {
  throw cause instanceof SheetRefused ? cause : new SheetRefused(damaged, { cause });
}

async function entriesOf(zip: ZipFile): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>();
  for await (const entry of zip.eachEntry()) {
    // Names are case-insensitive.
    entries.set(entry.fileName.toLowerCase(), entry);
    if (entries.size > mostEntries)
      throw new SheetRefused('The file has too many parts for a spreadsheet. Save the list as CSV.');
  }
  return entries;
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
  const zip = await openPromise(file, { autoClose: false, validateEntrySizes: true }).catch(refuse);
  let entries: Map<string, Entry>;
  try {
    entries = await entriesOf(zip);
  } catch (error) {
    zip.close();
    return refuse(error);
  }
  return {
    close: () => zip.close(),
    async part(name, mostBytes) {
      const entry = entries.get(name.toLowerCase());
      if (entry === undefined) return null;
      if (entry.isEncrypted()) throw new SheetRefused('The file is encrypted. Save it without a password.');
      refuseBomb(entry, mostBytes);
      // The reader refuses a part of another length.
      return zip.openReadStreamPromise(entry).catch(refuse);
    },
  };
}

/** `kind`: such as `worksheet`. */
type Relation = { kind: string; part: string };

/** In bytes, unpacked. */
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

/** Without namespaces. */
export type XmlListener = {
  open(name: string, attributes: Readonly<Record<string, string>>): void;
  text(text: string): void;
  close(name: string): void;
};

const localName = (name: string) => name.slice(name.indexOf(':') + 1);

/**
 * Yields after each chunk. Refuses document types, whose entities read files or grow endlessly.
 * @throws SheetRefused
 */
export async function* readXml(source: Readable, listener: XmlListener): AsyncGenerator<void> {
  const parser = new SaxesParser({ xmlns: false, position: false });
  let refusal: SheetRefused | null = null;
  parser.on('doctype', () => {
    refusal ??= new SheetRefused(
      'The file contains a document type with entities, which is not allowed. Save the list as CSV.',
    );
  });
  parser.on('error', (error) => {
    refusal ??= new SheetRefused('A part of the spreadsheet is damaged. Save it again.', {
      cause: error,
    });
  });
  parser.on('opentag', ({ name, attributes }) => listener.open(localName(name), attributes));
  parser.on('text', (text) => listener.text(text));
  parser.on('cdata', (text) => listener.text(text));
  parser.on('closetag', ({ name }) => listener.close(localName(name)));
  const decoder = new TextDecoder('utf-8');
  const take = (text: string) => {
    parser.write(text);
    if (refusal !== null) throw refusal;
  };
  try {
    for await (const chunk of source as AsyncIterable<Buffer>) {
      take(decoder.decode(chunk, { stream: true }));
      yield;
    }
    take(decoder.decode());
    parser.close();
    if (refusal !== null) throw refusal;
  } catch (error) {
    if (error instanceof SheetRefused) throw error;
    throw new SheetRefused('The spreadsheet is damaged. Save it again.', { cause: error });
  } finally {
    source.destroy();
  }
}

/** @throws SheetRefused */
export async function readAll(source: Readable, listener: XmlListener): Promise<void> {
  for await (const _ of readXml(source, listener));
}
