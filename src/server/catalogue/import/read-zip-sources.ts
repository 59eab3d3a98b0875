import { fromBufferPromise, type Entry, type ZipFile } from 'yauzl';
import { limits } from '#contract/limits';
import { httpErrors } from '../../platform/http/http-errors.ts';
import { zipEntryName } from '../../platform/write-zip.ts';
import { ImportRefused, type ImportError } from '../../platform/import-files/source-location.ts';
import { catalogueFolders } from '../../projects/import-files.ts';
import { takeText, type SourceName, type Sources } from './read-sources.ts';

/** Limits on what a ZIP unpacks to, in bytes and entries, whatever it claims. */
const mostBytes = 128 * 1024 * 1024;
const mostEntries = 5_000;

const texts: readonly SourceName[] = ['courses.yaml', 'batches.yaml', 'projects.yaml'];

const unreadable = (why: string) => httpErrors.badRequest(`The ZIP cannot be imported: ${why}`);

async function readEntry(zip: ZipFile, entry: Entry, most: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of (await zip.openReadStreamPromise(entry)) as AsyncIterable<Buffer>) {
    length += part.length;
    if (length > most) throw unreadable(`${zipEntryName(entry)} is too large when unpacked.`);
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/** The ZIP may hold one folder with everything in it. */
function placeOf(fileName: string): { folder: string | null; name: string } {
  const parts = fileName.split('/');
  const name = parts.pop() ?? '';
  return { folder: parts.pop() ?? null, name };
}

/**
 * Ignores unknown files.
 * @throws ImportRefused when a text is not UTF-8
 * @throws 400 for a ZIP that is unreadable, too large or empty
 */
export async function readZipSources(bytes: Buffer): Promise<Sources> {
  const sources: Sources = { texts: {}, files: [] };
  const zip = await fromBufferPromise(bytes, { strictFileNames: true }).catch(() => {
    throw unreadable('it is damaged, or it is not a ZIP.');
  });
  const faults: ImportError[] = [];
  let left = mostBytes;
  try {
    let count = 0;
    for await (const entry of zip.eachEntry()) {
      count += 1;
      if (count > mostEntries) throw unreadable(`it has more than ${mostEntries} entries.`);
      const file = zipEntryName(entry);
      const { folder, name } = placeOf(file);
      const filesOf = catalogueFolders.find((one) => one === folder);
      const text = texts.find((one) => one === name);
      // Machines add hidden files, and folders such as `__MACOSX`.
      if (name === '' || name.startsWith('.') || file.startsWith('__MACOSX/')) continue;
      if (filesOf === undefined && text === undefined) continue;
      const most = filesOf === undefined ? left : Math.min(left, limits.catalogueFileBytes);
      const body = await readEntry(zip, entry, most);
      left -= body.length;
      if (filesOf !== undefined) sources.files.push({ file, folder: filesOf, name, body });
      else if (text !== undefined) takeText({ file, name: text, bytes: body }, sources, faults);
    }
  } catch (error) {
    if (error instanceof Error && 'status' in error) throw error;
    throw unreadable('it is damaged, encrypted, or packed in another way.');
  } finally {
    zip.close();
  }
  if (faults.length > 0) throw new ImportRefused(faults);
  if (Object.keys(sources.texts).length === 0 && sources.files.length === 0)
    throw unreadable(`it has none of ${texts.join(', ')}, images/ and documents/.`);
  return sources;
}
