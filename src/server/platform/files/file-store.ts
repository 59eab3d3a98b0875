import type { Readable } from 'node:stream';
import type { ReadinessCheck } from '../readiness.ts';
import type { WriteMonitor } from '../write-monitor.ts';

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

/** In the staging area, not in the store yet. */
export type StagedFile = {
  /** Lower-case hex. */
  sha256: string;
  bytes: number;
  /**
   * Durable: survives a power loss. Equal bytes are stored once.
   * @throws CannotWrite when the disk is full or fails; HttpError 503 when the store is unreachable
   */
  keep(): Promise<void>;
  /** Idempotent, and a no-op after `keep`. */
  discard(): Promise<void>;
};

export type ReadableStagedFile = StagedFile & {
  /** On this machine, until `keep` or `discard`. */
  path: string;
};

export type Progress = {
  /** How many bytes are safe. */
  arrived: number;
  /** Where the store saves it, so that another machine can continue. */
  hashState: string | null;
  /** Lower-case hex, once complete. */
  sha256: string | null;
  /** In the store's own notation. */
  place: string | null;
};

/** May arrive on several machines; its row keeps its state. */
export type PartialFile = Progress & {
  id: string;
  bytes: number;
  /** How often it was taken from an unresponsive writer. */
  fence: number;
};

/** `arrived` is null where no progress was saved. */
export type UnlocatedFile = Omit<PartialFile, 'arrived'> & { arrived: number | null };

/** @throws when another writer has taken the file over */
export type SaveProgress = (progress: Progress) => Promise<void>;

/** One writer at a time: a replaced one can neither save progress nor change bytes that others count on. */
export type PartialFileStore = {
  create(id: string): Promise<void>;
  /**
   * Saves progress after each `partBytes`, at the end, and when the source fails.
   * @returns how many bytes have arrived
   * @throws what the source or `save` threw; FileMissing; HttpError 503 when the store fails
   */
  append(file: PartialFile, source: Readable, save: SaveProgress): Promise<number>;
  /** Protects a file from a replaced writer's last write. */
  fence(file: PartialFile, save: SaveProgress): Promise<void>;
  /**
   * Null where this store cannot reach the bytes, as in another machine's folder. Without saved progress
   * `arrived` becomes the file's size.
   */
  locate(file: UnlocatedFile): Promise<PartialFile | null>;
  /**
   * Without a copy where possible. The file itself stays.
   * @throws FileDamaged when its bytes are gone; HttpError 503
   */
  stage(file: PartialFile): Promise<StagedFile>;
  /** @throws HttpError 503 */
  remove(file: Pick<PartialFile, 'id' | 'place'>): Promise<void>;
  /**
   * Removes bytes that have belonged to no file for an hour.
   * @param find the file's row; undefined without one
   */
  sweep(find: (id: string) => Promise<Pick<PartialFile, 'id' | 'place'> | undefined>): Promise<void>;
};

/** The most that a crash may lose. */
export const partBytes = 8 * 1024 * 1024;

export function isPartialFileId(name: string): boolean {
  return /^[0-9a-f]{32}$/.test(name);
}

/** Immutable records that outlive the database, to repeat after a restore. */
export type RecordStore = {
  /**
   * Writes it durably, unless one with its name exists.
   * @param name letters, digits, `-` and `_`
   * @throws CannotWrite when the disk is full or fails; HttpError 503 when the store is unreachable
   */
  add(name: string, text: string): Promise<void>;
  list(): AsyncIterable<{ name: string; text: string }>;
};

/** A folder in `DATA_DIR`, or a prefix in the bucket. */
export const recordFolder = 'anonymised';

const suffix = '.json';

/** @throws for an invalid name */
export function fileOfRecord(name: string): string {
  if (!/^[\w-]+$/.test(name)) throw new Error(`"${name}" is not the name of a record`);
  return `${name}${suffix}`;
}

export function recordOfFile(file: string): string | null {
  return /^[\w-]+\.json$/.test(file) ? file.slice(0, -suffix.length) : null;
}
