/**
 * Small records beside the files that outlive the database: what a restored database has forgotten stands here. One is written
 * once and never changed or removed.
 */
export type RecordStore = {
  /**
   * Writes a record, durably; one of the same name that is there stays.
   * @param name letters, digits, `-` and `_`
   * @throws CannotWrite when the disk is full or fails; HttpError 503 when the store is unreachable
   */
  add(name: string, text: string): Promise<void>;
  /** All records, in no particular order. */
  list(): AsyncIterable<{ name: string; text: string }>;
};

/** Where records lie, beside the files: a folder in `DATA_DIR`, a prefix in the bucket. */
export const recordFolder = 'anonymised';

const suffix = '.json';

/** The file of a record. @throws for a name that is none */
export function fileOfRecord(name: string): string {
  if (!/^[\w-]+$/.test(name)) throw new Error(`"${name}" is no record's name`);
  return `${name}${suffix}`;
}

/** The name of the record in a file; null for any other file. */
export function recordOfFile(file: string): string | null {
  return /^[\w-]+\.json$/.test(file) ? file.slice(0, -suffix.length) : null;
}
