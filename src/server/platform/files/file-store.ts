import type { Readable } from 'node:stream';

/** Bytes that have arrived but are not kept yet. */
export type StagedFile = {
  /** Lower-case hex. */
  sha256: string;
  bytes: number;
  /**
   * Makes the bytes safe: once it resolves they survive the machine's death. Equal bytes are kept once.
   * @throws a 503 problem when there is no room, or the place where files live cannot be reached
   */
  keep(): Promise<void>;
  /** Drops what was staged; after `keep` it does nothing. */
  discard(): Promise<void>;
};

/** What a store says of kept bytes without reading them. */
export type KeptFile = {
  sha256: string;
  bytes: number;
  /** When they were last kept, in milliseconds since 1970 UTC. */
  keptAt: number;
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
   * @throws a 503 problem when the place where files live cannot be reached
   */
  read(sha256: string, bytes: number, range?: { start: number; end: number }): Promise<Readable>;
  /** All kept bytes, in no order that counts. */
  list(): AsyncIterable<KeptFile>;
  /**
   * Removes bytes that no row needs. Bytes that were kept since the given instant stay, also when they are kept at
   * this very moment: a row may be about to need them.
   * @returns whether they were removed
   */
  removeUnused(sha256: string, keptBefore: number): Promise<boolean>;
};

export class FileTooLarge extends Error {}

/** The bytes stopped arriving, or do not make sense; `cause` says why. */
export class SourceFailed extends Error {}

/** Kept bytes are not what they were. */
export class FileDamaged extends Error {}

/** Kept bytes are not there at all. */
export class FileMissing extends FileDamaged {}

/** Whether a name is that of kept bytes. */
export function isSha256(name: string): boolean {
  return /^[0-9a-f]{64}$/.test(name);
}
