import { normalizeText } from '#contract/normalize-text';
import { Readable } from 'node:stream';
import type ZipStream from 'zip-stream';
import { isUtf8 } from 'node:buffer';
import { type Entry, getFileNameLowLevel } from 'yauzl';

export type ZipEntry = {
  /** Path inside the archive, with `/`. */
  name: string;
  /** Milliseconds since 1970 UTC. */
  changedAt: number;
  content: string | Buffer | Readable;
};

class ReaderGone extends Error {}

function add(zip: ZipStream, { name, changedAt, content }: ZipEntry): Promise<void> {
  return new Promise((resolve, reject) => {
    const onClose = (): void => {
      if (content instanceof Readable) content.destroy();
      reject(new ReaderGone());
    };
    if (zip.destroyed) return onClose();
    zip.once('close', onClose);
    zip.entry(content, { name, date: new Date(changedAt) }, (error) => {
      zip.off('close', onClose);
      if (error) reject(error);
      else resolve();
    });
  });
}

async function addEntries(zip: ZipStream, entries: AsyncIterable<ZipEntry>): Promise<void> {
  for await (const entry of entries) await add(zip, entry);
  zip.finalize();
}

/**
 * Memory stays flat; a failure ends it early, so it never looks complete.
 * @param onFailure gets that error
 * @param level 0 for what is packed already: it costs others no processor time
 */
export async function writeZip(
  entries: AsyncIterable<ZipEntry>,
  onFailure: (error: unknown) => void,
  level: 0 | 1 = 1,
): Promise<Readable> {
  const { default: ZipStream } = await import('zip-stream');
  // Entries may exceed 4 GB.
  const zip = new ZipStream({ zlib: { level }, forceZip64: true });
  addEntries(zip, entries).catch((error: unknown) => {
    if (!(error instanceof ReaderGone)) onFailure(error);
    zip.destroy(error instanceof Error ? error : new Error(String(error)));
  });
  return zip;
}

const utf8Flag = 0x800;
/** Its check sum is of the whole name. */
const unicodePathField = 0x7075;
/** Of a name, which may have 65,535. */
const bytesRead = 1_000;

/** The beginning. UTF-8, which macOS does not flag, or DOS's code page. Unsafe paths are harmless: nothing is unpacked. */
export function zipEntryName({ generalPurposeBitFlag, fileNameRaw, extraFields }: Entry): string {
  const isUnicode = isUtf8(fileNameRaw);
  const flag = isUnicode ? generalPurposeBitFlag | utf8Flag : generalPurposeBitFlag;
  const isWhole = isUnicode || extraFields.some(({ id }) => id === unicodePathField);
  const raw = isWhole ? fileNameRaw : fileNameRaw.subarray(0, bytesRead);
  // macOS separates letters and marks.
  return normalizeText(getFileNameLowLevel(flag, raw, extraFields, true), 'NFC', bytesRead);
}
