import { buffer } from 'node:stream/consumers';
import { createInflateRaw, constants } from 'node:zlib';
import { fromRandomAccessReaderPromise, type Entry, type ZipFile } from 'yauzl';
import type { FileStore } from '../../platform/files/file-store.ts';
import { zipEntryName } from '../../platform/write-zip.ts';
import { type StoredFile, ZipSource, ZipTooWide } from './stored-file.ts';

export const listedEntries = 300;
/** Packed; enough for any whole text. */
const packedBytes = 262_144;
/** Above this ratio and size, unopened. */
const mostRatio = 200;
const ratioFrom = 5_000_000;

/** The message is for people. */
export class UnreadableZip extends Error {}

export type ZipEntry = {
  /** In the directory, from 0. */
  index: number;
  name: string;
  /** Declared. */
  bytes: number;
  packedBytes: number;
  isFolder: boolean;
  isEncrypted: boolean;
};

export type ZipList = {
  entries: ZipEntry[];
  /** Declared. */
  count: number;
};

/** Errors of the store stay as they are. */
function toUnreadable(error: unknown, source: ZipSource): unknown {
  if (source.failure !== undefined) return source.failure;
  if (error instanceof UnreadableZip) return error;
  const why =
    error instanceof ZipTooWide ? 'Its list of entries is too long.' : 'It is damaged or not a valid ZIP.';
  return new UnreadableZip(why, { cause: error });
}

// Raw names are shown, never paths.
const options = { autoClose: false, decodeStrings: false, validateEntrySizes: false };

function present(entry: Entry, index: number): ZipEntry {
  // As raw bytes: see `decodeStrings`.
  const name = zipEntryName(entry);
  return {
    index,
    name,
    bytes: entry.uncompressedSize,
    packedBytes: entry.compressedSize,
    // A long name is cut.
    isFolder: entry.fileNameRaw.at(-1) === 0x2f,
    isEncrypted: entry.isEncrypted(),
  };
}

async function withZip<T>(
  files: Pick<FileStore, 'read'>,
  file: StoredFile,
  run: (zip: ZipFile) => Promise<T>,
): Promise<T> {
  const source = new ZipSource(files, file);
  try {
    return await run(await fromRandomAccessReaderPromise(source, file.bytes, options));
  } catch (error) {
    throw toUnreadable(error, source);
  }
}

/** Unpacks nothing. @throws UnreadableZip; as the store does */
export function listZip(files: Pick<FileStore, 'read'>, file: StoredFile): Promise<ZipList> {
  return withZip(files, file, async (zip) => {
    const entries: ZipEntry[] = [];
    for await (const entry of zip.eachEntry()) {
      entries.push(present(entry, entries.length));
      if (entries.length === listedEntries) break;
    }
    return { entries, count: zip.entryCount };
  });
}

async function entryAt(zip: ZipFile, index: number): Promise<Entry | null> {
  let at = 0;
  for await (const entry of zip.eachEntry()) {
    if (at === index) return entry;
    at += 1;
  }
  return null;
}

/** @returns at most `most` bytes */
function inflate(packed: Buffer, most: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    // The end is truncated on purpose.
    const inflating = createInflateRaw({ finishFlush: constants.Z_SYNC_FLUSH });
    const parts: Buffer[] = [];
    let length = 0;
    const finish = () => resolve(Buffer.concat(parts).subarray(0, most));
    inflating
      .on('data', (part: Buffer) => {
        parts.push(part);
        length += part.length;
        if (length < most) return;
        finish();
        inflating.destroy();
      })
      .on('error', reject)
      .on('end', finish);
    inflating.end(packed);
  });
}

/**
 * @param index in the directory, below `listedEntries`
 * @param most bytes
 * @returns null for no such entry
 * @throws UnreadableZip; as the store does
 */
export function openEntry(
  files: Pick<FileStore, 'read'>,
  file: StoredFile,
  index: number,
  most: number,
): Promise<{ entry: ZipEntry; bytes: Buffer } | null> {
  return withZip(files, file, async (zip) => {
    const found = index < listedEntries ? await entryAt(zip, index) : null;
    if (found === null) return null;
    const entry = present(found, index);
    if (entry.isEncrypted) throw new UnreadableZip('It is encrypted and cannot be opened here.');
    if (found.compressionMethod !== 0 && found.compressionMethod !== 8)
      throw new UnreadableZip('It is packed in a way that cannot be opened here.');
    if (entry.bytes >= ratioFrom && entry.bytes > entry.packedBytes * mostRatio)
      throw new UnreadableZip(
        `It is more than ${mostRatio} times its packed size, so it is not opened here.`,
      );
    const end = Math.min(found.compressedSize, packedBytes);
    const packed = await buffer(
      await zip.openReadStreamPromise(found, { decodeFileData: false, start: 0, end }),
    );
    const bytes = found.compressionMethod === 0 ? packed.subarray(0, most) : await inflate(packed, most);
    return { entry, bytes };
  });
}
