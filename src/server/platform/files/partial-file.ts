import type { Readable } from 'node:stream';
import type { StagedFile } from './staged-file.ts';

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
