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
   * Streams bytes into a staging place while hashing them: memory stays flat for any size. Whatever fails, nothing
   * stays behind; what the source still holds is left to its owner.
   * @throws FileTooLarge as soon as more than `most` bytes arrived
   * @throws SourceFailed when the source breaks off
   * @throws a 503 problem when there is no room
   */
  stage(source: Readable, most: number): Promise<StagedFile>;
  /**
   * Reads kept bytes, or an inclusive part of them.
   * @param bytes how many there must be in all
   * @throws FileDamaged when they are not there, or not as many
   */
  read(sha256: string, bytes: number, range?: { start: number; end: number }): Promise<Readable>;
};

export class FileTooLarge extends Error {}

/** The bytes stopped arriving, or do not make sense; `cause` says why. */
export class SourceFailed extends Error {}

export class FileDamaged extends Error {}
