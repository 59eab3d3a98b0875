import { isUtf8 } from 'node:buffer';
import { addAbortSignal, Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { type Entry, getFileNameLowLevel, type ZipFile as ReadableZip } from 'yauzl';
import type { ZipFile } from 'yazl';

export type ZipEntry = {
  /** Path inside the archive, with `/`. */
  name: string;
  /** Milliseconds since 1970 UTC. */
  changedAt: number;
  content: string | Buffer | Readable;
};

/** One entry at a time, as fast as the archive is read. @throws when `readerGone` is aborted */
async function addEntries(
  zip: ZipFile,
  entries: AsyncIterable<ZipEntry>,
  compressionLevel: number,
  readerGone: AbortSignal,
): Promise<void> {
  for await (const { name, changedAt, content } of entries) {
    const source = content instanceof Readable ? content : Readable.from(Buffer.from(content));
    addAbortSignal(readerGone, source);
    // Entries may exceed 4 GB.
    const options = { mtime: new Date(changedAt), compressionLevel, forceZip64Format: true };
    let next: Readable | null = source;
    zip.addReadStreamLazy(name, options, (give) => {
      give(null, next as Readable);
      // The archive keeps this function until its end, but need not keep thousands of streams.
      next = null;
    });
    await finished(source);
  }
  zip.end();
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
  const { ZipFile } = await import('yazl');
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  const readerGone = new AbortController();
  output.once('close', () => readerGone.abort());
  addEntries(zip, entries, level, readerGone.signal).catch((error: unknown) => {
    if (!readerGone.signal.aborted) onFailure(error);
    output.destroy(error instanceof Error ? error : new Error(String(error)));
  });
  return output;
}

const utf8Flag = 0x800;

/** UTF-8, which macOS does not flag, or DOS's code page. Unsafe paths are harmless: nothing is unpacked. */
export function zipEntryName({ generalPurposeBitFlag, fileNameRaw, extraFields }: Entry): string {
  const flag = isUtf8(fileNameRaw) ? generalPurposeBitFlag | utf8Flag : generalPurposeBitFlag;
  // macOS separates letters and marks.
  return getFileNameLowLevel(flag, fileNameRaw, extraFields, true).normalize('NFC');
}

/** With `lazyEntries`; null after the last one. */
export function nextZipEntry(zip: ReadableZip): Promise<Entry | null> {
  return new Promise((resolve, reject) => {
    const settle = (run: () => void) => {
      zip.removeListener('entry', onEntry).removeListener('end', onEnd).removeListener('error', onError);
      run();
    };
    const onEntry = (entry: Entry) => settle(() => resolve(entry));
    const onEnd = () => settle(() => resolve(null));
    const onError = (error: Error) => settle(() => reject(error));
    zip.on('entry', onEntry).on('end', onEnd).on('error', onError);
    zip.readEntry();
  });
}
