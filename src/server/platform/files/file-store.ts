import type { Readable } from 'node:stream';
import type { ReadinessCheck } from '../readiness.ts';
import type { WriteMonitor } from '../write-monitor.ts';

export type StoredFileInfo = {
  sha256: string;
  bytes: number;
  /** Last stored, in milliseconds since 1970 UTC. */
  keptAt: number;
};

export type FileStore = {
  writes: WriteMonitor;
  /**
   * Hashes and stages a stream. A failure leaves nothing staged, and the source neither drained nor
   * destroyed.
   * @throws FileTooLarge as soon as more than `maxBytes` arrived
   * @throws SourceFailed when the source ends early or fails
   * @throws CannotWrite when the disk is full or fails
   */
  stage(source: Readable, maxBytes: number): Promise<ReadableStagedFile>;
  partial: PartialFileStore;
  records: Readonly<Record<RecordKind, RecordStore>>;
  /**
   * @param range inclusive
   * @param bytes of the whole file
   * @throws FileDamaged for a missing file or another size
   * @throws HttpError 503 when unreachable
   */
  read(sha256: string, bytes: number, range?: { start: number; end: number }): Promise<Readable>;
  /** A folder's: where the bytes of a file are. */
  pathOf?(sha256: string): string;
  /**
   * A folder's: copies a file by the system, durably, without comparing its hash.
   * @throws FileDamaged for a missing source or another size
   * @throws CannotWrite when the disk is full or fails
   */
  take?(source: string, file: { sha256: string; bytes: number }): Promise<void>;
  list(): AsyncIterable<StoredFileInfo>;
  /**
   * For a file without a row. One stored since `keptBefore` stays: its row may follow.
   * @param keptBefore milliseconds since 1970 UTC
   * @returns whether it was removed
   */
  removeUnused(sha256: string, keptBefore: number): Promise<boolean>;
  readiness: ReadinessCheck[];
};

export class FileTooLarge extends Error {}

/** See `cause`. */
export class SourceFailed extends Error {}

export class FileDamaged extends Error {}

export class FileMissing extends FileDamaged {}

export function isSha256(name: string): boolean {
  return /^[0-9a-f]{64}$/.test(name);
}

export type StagedFile = {
  /** Lower-case hex. */
  sha256: string;
  bytes: number;
  /**
   * Survives a power loss. Equal bytes are stored once.
   * @param replaces writes also over a file of the same size and hash, which may be damaged
   * @throws CannotWrite when the disk is full or fails; HttpError 503 when unreachable
   */
  keep(replaces?: boolean): Promise<void>;
  /** Idempotent; nothing after `keep`. */
  discard(): Promise<void>;
};

export type ReadableStagedFile = StagedFile & {
  /** Local, until `keep` or `discard`. */
  path: string;
};

export type Progress = {
  /** How many bytes are durable. */
  arrived: number;
  /** For another machine to continue. */
  hashState: string | null;
  /** Lower-case hex once complete. */
  sha256: string | null;
  /** In the store's own notation. */
  place: string | null;
};

export type PartialFile = Progress & {
  id: string;
  bytes: number;
  /** Times it was taken from an unresponsive writer. */
  fence: number;
};

/** Null without saved progress. */
export type UnlocatedFile = Omit<PartialFile, 'arrived'> & { arrived: number | null };

/** @throws when another writer has taken over */
export type SaveProgress = (progress: Progress) => Promise<void>;

/** One writer at a time: a replaced one can neither save progress nor change counted bytes. */
export type PartialFileStore = {
  create(id: string): Promise<void>;
  /**
   * Saves progress after each `partBytes`, at the end, and when the source fails.
   * @returns the bytes arrived
   * @throws what the source or `save` threw; FileMissing; HttpError 503
   */
  append(file: PartialFile, source: Readable, save: SaveProgress): Promise<number>;
  /** Against a replaced writer's last write. */
  fence(file: PartialFile, save: SaveProgress): Promise<void>;
  /**
   * Null for unreachable bytes, as in another machine's folder. Without saved progress `arrived` becomes the
   * file's size.
   */
  locate(file: UnlocatedFile): Promise<PartialFile | null>;
  /** Keeps the file; copies only where needed. @throws FileDamaged when bytes are gone; HttpError 503 */
  stage(file: PartialFile): Promise<StagedFile>;
  /** @throws HttpError 503 */
  remove(file: Pick<PartialFile, 'id' | 'place'>): Promise<void>;
  /** Bytes without a file for an hour. @param find the file's row, or undefined */
  sweep(find: (id: string) => Promise<Pick<PartialFile, 'id' | 'place'> | undefined>): Promise<void>;
};

/** A crash loses at most this. */
export const partBytes = 8 * 1024 * 1024;

export function isPartialFileId(name: string): boolean {
  return /^[0-9a-f]{32}$/.test(name);
}

/** Immutable; they outlive the database, for repetition after a restore. */
export type RecordStore = {
  /**
   * Durable; keeps an existing record.
   * @param name letters, digits, `-` and `_`
   * @throws CannotWrite when the disk is full or fails; HttpError 503 when unreachable
   */
  add(name: string, text: string): Promise<void>;
  list(): AsyncIterable<{ name: string; text: string }>;
  names(): AsyncIterable<string>;
};

/** Folders in `DATA_DIR`, or prefixes in the bucket. */
export const recordKinds = ['anonymised', 'ended-links'] as const;
export type RecordKind = (typeof recordKinds)[number];

export const eachRecordKind = (
  make: (kind: RecordKind) => RecordStore,
): Readonly<Record<RecordKind, RecordStore>> => ({
  anonymised: make('anonymised'),
  'ended-links': make('ended-links'),
});

const suffix = '.json';

export function fileOfRecord(name: string): string {
  if (!/^[\w-]+$/.test(name)) throw new Error(`"${name}" is not the name of a record`);
  return `${name}${suffix}`;
}

export function recordOfFile(file: string): string | null {
  return /^[\w-]+\.json$/.test(file) ? file.slice(0, -suffix.length) : null;
}
