import type { Readable } from 'node:stream';

/** Bytes that have arrived but are not kept yet. */
export type StagedFile = {
  /** Lower-case hex. */
  sha256: string;
  bytes: number;
  /** Makes the bytes safe: once it resolves they survive the machine's death. Equal bytes are kept once. */
  keep(): Promise<void>;
  /** Drops what was staged; after `keep` it does nothing. */
  discard(): Promise<void>;
};

/** Where handed-in files live, by the SHA-256 of their bytes. */
export type FileStore = {
  /**
   * Streams bytes into a staging place while hashing them: memory stays flat for any size.
   * @throws FileTooLarge as soon as more than `most` bytes arrived; nothing stays behind
   */
  stage(source: Readable, most: number): Promise<StagedFile>;
  /** Reads kept bytes, or an inclusive part of them. */
  read(sha256: string, range?: { start: number; end: number }): Promise<Readable>;
};

export class FileTooLarge extends Error {}
