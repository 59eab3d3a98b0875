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
  if (!/^[\w-]+$/.test(name)) throw new Error(`"${name}" is no record's name`);
  return `${name}${suffix}`;
}

export function recordOfFile(file: string): string | null {
  return /^[\w-]+\.json$/.test(file) ? file.slice(0, -suffix.length) : null;
}
