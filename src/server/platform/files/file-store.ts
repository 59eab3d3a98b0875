import type { Readable } from 'node:stream';
import type { ReadinessCheck } from '../readiness.ts';
import type { WriteMonitor } from '../write-monitor.ts';
import type { PartialFileStore } from './partial-file.ts';
import type { RecordStore } from './record-store.ts';
import type { ReadableStagedFile } from './staged-file.ts';

/** Metadata of a stored file. */
export type StoredFileInfo = {
  sha256: string;
  bytes: number;
  /** When it was last stored, in milliseconds since 1970 UTC. */
  keptAt: number;
};

/** A content-addressed store of submitted files: the key is the SHA-256 of the bytes. */
export type FileStore = {
  /** How writing to this machine's disk goes. */
  writes: WriteMonitor;
  /**
   * Streams bytes into the staging area while hashing them, with constant memory. After a failure nothing is left in
   * the staging area; the source is neither drained nor destroyed.
   * @throws FileTooLarge as soon as more than `maxBytes` arrived
   * @throws SourceFailed when the source ends early or fails
   * @throws CannotWrite when the disk is full or fails
   */
  stage(source: Readable, maxBytes: number): Promise<ReadableStagedFile>;
  /** Files that arrive in parts. */
  partial: PartialFileStore;
  /** What outlives the database. */
  records: RecordStore;
  /**
   * Reads a stored file, or an inclusive range of it.
   * @param bytes the expected size of the whole file
   * @throws FileDamaged when the file is missing or of another size
   * @throws HttpError 503 when the store is unreachable
   */
  read(sha256: string, bytes: number, range?: { start: number; end: number }): Promise<Readable>;
  /** All stored files, in no particular order. */
  list(): AsyncIterable<StoredFileInfo>;
  /**
   * Garbage collection: removes a file that no database row refers to. A file stored since `keptBefore`, even
   * concurrently with this call, stays: its row may not be written yet.
   * @param keptBefore milliseconds since 1970 UTC
   * @returns whether it was removed
   */
  removeUnused(sha256: string, keptBefore: number): Promise<boolean>;
  /** What the store needs in order to work. */
  readiness: ReadinessCheck[];
};

export class FileTooLarge extends Error {}

/** The source stream ended early or failed; `cause` says why. */
export class SourceFailed extends Error {}

/** A stored file has another size than expected. */
export class FileDamaged extends Error {}

/** A stored file is missing. */
export class FileMissing extends FileDamaged {}

/** Whether a name has the form of a stored file's. */
export function isSha256(name: string): boolean {
  return /^[0-9a-f]{64}$/.test(name);
}
