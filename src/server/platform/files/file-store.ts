import type { Readable } from 'node:stream';
import type { ReadinessCheck } from '../readiness.ts';
import type { WriteMonitor } from '../write-monitor.ts';
import type { PartialFileStore } from './partial-file.ts';
import type { RecordStore } from './record-store.ts';
import type { ReadableStagedFile } from './staged-file.ts';

export type StoredFileInfo = {
  sha256: string;
  bytes: number;
  /** When it was last stored, in milliseconds since 1970 UTC. */
  keptAt: number;
};

/** Content-addressed: keys are the SHA-256 of the bytes. */
export type FileStore = {
  writes: WriteMonitor;
  /**
   * Streams bytes into the staging area while hashing them. A failure leaves nothing there; the source is
   * neither drained nor destroyed.
   * @throws FileTooLarge as soon as more than `maxBytes` arrived
   * @throws SourceFailed when the source ends early or fails
   * @throws CannotWrite when the disk is full or fails
   */
  stage(source: Readable, maxBytes: number): Promise<ReadableStagedFile>;
  partial: PartialFileStore;
  records: RecordStore;
  /**
   * @param range inclusive
   * @param bytes the expected size of the whole file
   * @throws FileDamaged when the file is missing or of another size
   * @throws HttpError 503 when the store is unreachable
   */
  read(sha256: string, bytes: number, range?: { start: number; end: number }): Promise<Readable>;
  list(): AsyncIterable<StoredFileInfo>;
  /**
   * Removes a file without a database row. One stored since `keptBefore`, even concurrently, stays: its row
   * may not be written yet.
   * @param keptBefore milliseconds since 1970 UTC
   * @returns whether it was removed
   */
  removeUnused(sha256: string, keptBefore: number): Promise<boolean>;
  readiness: ReadinessCheck[];
};

export class FileTooLarge extends Error {}

/** The source stream ended early or failed; see `cause`. */
export class SourceFailed extends Error {}

export class FileDamaged extends Error {}

export class FileMissing extends FileDamaged {}

export function isSha256(name: string): boolean {
  return /^[0-9a-f]{64}$/.test(name);
}
