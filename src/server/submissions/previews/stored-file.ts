import { type FileStore, FileDamaged } from '../../platform/files/file-store.ts';
import type { AppContext } from '../../platform/context.ts';
import { reportLostFile } from '../../platform/files/report-lost-file.ts';
import { HttpError } from '../../platform/http/http-errors.ts';
import type { ReadableFile } from '../policy.ts';
import { PassThrough, type Readable } from 'node:stream';
import { callbackify } from 'node:util';
import { RandomAccessReader } from 'yauzl';

export type StoredFile = { sha256: string; bytes: number };

/**
 * Bounded by the caller.
 * @param end exclusive, at most the file's
 * @throws FileDamaged, HttpError 503
 */
export async function readRange(
  files: Pick<FileStore, 'read'>,
  { sha256, bytes }: StoredFile,
  start: number,
  end: number,
): Promise<Buffer> {
  const last = Math.min(end, bytes) - 1;
  if (start < 0 || last < start) return Buffer.alloc(0);
  const parts: Buffer[] = [];
  for await (const part of await files.read(sha256, bytes, { start, end: last })) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

/** @throws 410 for lost bytes; what `read` throws */
export async function whileStored<T>(
  context: Pick<AppContext, 'log' | 'alarms'>,
  file: Pick<ReadableFile, 'number' | 'sha256'>,
  read: () => Promise<T>,
): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof FileDamaged)) throw error;
    const words = 'the bytes of a submitted file are lost';
    reportLostFile(context, file, { words, error, receipt: file.number });
    throw new HttpError(
      410,
      'file_unavailable',
      `The portal has lost this file. Please tell the office this number: ${file.number}.`,
    );
  }
}

/** Per read: directories are parsed in small pieces. */
const windowBytes = 65_536;
/** Per preview, whatever the ZIP declares. */
const mostBytes = 2_097_152;

/** The directory is larger than `mostBytes`. */
export class ZipTooWide extends Error {}

/** For `yauzl`, in ranges; two windows in memory at most. */
export class ZipSource extends RandomAccessReader {
  readonly #files: Pick<FileStore, 'read'>;
  readonly #file: StoredFile;
  #window: { start: number; bytes: Buffer } = { start: 0, bytes: Buffer.alloc(0) };
  #read = 0;
  /** The store's, not the ZIP's. */
  failure: unknown;

  constructor(files: Pick<FileStore, 'read'>, file: StoredFile) {
    super();
    this.#files = files;
    this.#file = file;
  }

  async #range(start: number, end: number): Promise<Buffer> {
    const { start: from, bytes } = this.#window;
    if (start >= from && end <= from + bytes.length) return bytes.subarray(start - from, end - from);
    const length = Math.max(end - start, windowBytes);
    this.#read += Math.min(length, Math.max(0, this.#file.bytes - start));
    if (this.#read > mostBytes) throw new ZipTooWide('The directory of the ZIP is too long');
    try {
      this.#window = { start, bytes: await readRange(this.#files, this.#file, start, start + length) };
    } catch (error) {
      this.failure = error;
      throw error;
    }
    return this.#window.bytes.subarray(0, end - start);
  }

  override _readStreamForRange(start: number, end: number): Readable {
    const stream = new PassThrough();
    this.#range(start, end).then(
      (bytes) => stream.end(bytes),
      (error: unknown) => stream.destroy(error as Error),
    );
    return stream;
  }

  /** Avoids a stream for each small piece. */
  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null, bytesRead?: number) => void,
  ): void {
    const copy = async () => (await this.#range(position, position + length)).copy(buffer, offset);
    callbackify(copy)(callback);
  }
}
