import type { Readable } from 'node:stream';
import type { StagedFile } from './staged-file.ts';

/** How far a file has come that arrives in parts. */
export type Progress = {
  /** How many of its bytes are safe, from the first one on. */
  arrived: number;
  /** What the SHA-256 of those bytes has come to, where the store saves it so that another machine can go on. */
  hashState: string | null;
  /** Lower-case hex, once every byte has arrived. */
  sha256: string | null;
  /** Where the bytes lie; the store's own notation. */
  place: string | null;
};

/** A file that arrives in parts, perhaps at several machines: what is known of it is kept by its owner, as a row. */
export type PartialFile = Progress & {
  id: string;
  /** Its full size. */
  bytes: number;
  /** How often it was taken from a writer that did not answer. */
  fence: number;
};

/** What its owner knows of a file; null for progress that nobody saved. */
export type UnlocatedFile = Omit<PartialFile, 'arrived'> & { arrived: number | null };

/** Writes progress down. @throws when another writer has taken the file over: its progress is the true one */
export type SaveProgress = (progress: Progress) => Promise<void>;

/**
 * Files that arrive in parts. At one time one writer appends to a file; a writer that was taken for dead and wakes up
 * again can neither save progress nor change bytes that others count on.
 */
export type PartialFileStore = {
  /** Makes an empty file. */
  create(id: string): Promise<void>;
  /**
   * Appends bytes, and saves progress whenever as much is safe as one part may lose, and at the end. What arrived before
   * the source failed is saved too.
   * @returns how many bytes have arrived
   * @throws what the source or `save` threw; FileMissing; HttpError 503 when the store fails
   */
  append(file: PartialFile, source: Readable, save: SaveProgress): Promise<number>;
  /** Parts a file from a writer that was taken for dead, whose last write may still be on its way. */
  fence(file: PartialFile, save: SaveProgress): Promise<void>;
  /**
   * A file as its owner knows it; null when its bytes are out of this store's reach, as in another machine's folder.
   * How much has arrived is the file's size where a version before this one, which saved no progress, began it.
   */
  locate(file: UnlocatedFile): Promise<PartialFile | null>;
  /**
   * A file whose bytes have all arrived, staged without copying them where that is possible. The file itself stays.
   * @throws FileDamaged when its bytes are gone; HttpError 503
   */
  stage(file: PartialFile): Promise<StagedFile>;
  /** Removes a file's bytes; there may be none. @throws HttpError 503 */
  remove(file: Pick<PartialFile, 'id' | 'place'>): Promise<void>;
  /**
   * Garbage collection: removes bytes that have belonged to no file for an hour.
   * @param find what is known of a file; undefined when there is none
   */
  sweep(find: (id: string) => Promise<Pick<PartialFile, 'id' | 'place'> | undefined>): Promise<void>;
};

/** What may be lost with a machine: progress is saved whenever so much more has arrived. */
export const partBytes = 8 * 1024 * 1024;

/** Whether a name has the form of a partial file's id. */
export function isPartialFileId(name: string): boolean {
  return /^[0-9a-f]{32}$/.test(name);
}
