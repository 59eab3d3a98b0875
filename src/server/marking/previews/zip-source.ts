import { PassThrough, type Readable } from 'node:stream';
import { callbackify } from 'node:util';
import { RandomAccessReader } from 'yauzl';
import type { FileStore } from '../../platform/files/file-store.ts';
import { readRange, type StoredFile } from './stored-file.ts';

/** Per read: directories are parsed in small pieces. */
const windowBytes = 65_536;
/** Per preview, whatever the ZIP declares. */
const mostBytes = 2_097_152;

/** Beyond `mostBytes`. */
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

  /** Avoids a stream per piece. */
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
