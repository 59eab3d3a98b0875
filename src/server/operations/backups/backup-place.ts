import type { Readable } from 'node:stream';
import type { FileStore } from '../../platform/files/file-store.ts';

/** @throws BackupDamaged when the part is missing */
export type ReadPart = (part: string) => Promise<Readable>;

/**
 * A folder or bucket with any number of backups. Files are stored once, by the SHA-256 of their bytes, and each backup
 * lists the ones it needs.
 */
export type BackupPlace = {
  /** Its address without secrets. */
  shown: string;
  files: FileStore;
  /** The names of complete backups, oldest first. */
  list(): Promise<string[]>;
  begin(name: string): Promise<BackupDraft>;
  reader(name: string): ReadPart;
  remove(name: string): Promise<void>;
  /** Files that a rehearsal found damaged; the next backup copies them again. */
  damaged: DamagedFiles;
  /** Removes unfinished backups begun before an instant. @returns whether a younger one is unfinished */
  clearUnfinished(before: number): Promise<boolean>;
  close(): Promise<void>;
};

export type DamagedFiles = {
  note(sha256: string): Promise<void>;
  list(): Promise<Set<string>>;
  forget(sha256: string): Promise<void>;
};

/** A backup being written; it counts only once it is finished. */
export type BackupDraft = {
  write(part: string, bytes: Readable): Promise<void>;
  read: ReadPart;
  /** Writes the manifest, which makes the backup complete. */
  finish(manifest: string): Promise<void>;
  abandon(): Promise<void>;
};

export const manifestName = 'manifest.json';

/** Something in a backup is missing or was changed. */
export class BackupDamaged extends Error {}
/** A backup cannot be made or restored as requested; the message says why. */
export class BackupRefused extends Error {}

/** Sorted by name, backups are sorted by time. */
export const backupName = (instant: number): string =>
  new Date(instant).toISOString().replaceAll(/[:.]/g, '-');

export const isBackupName = (name: string): boolean => /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z$/.test(name);

/** The instant in a backup's name, in milliseconds since 1970 UTC. */
export function instantOf(name: string): number {
  const [day = '', time = ''] = name.split('T');
  const [hour, minute, second, ms] = time.replace('Z', '').split('-');
  return Date.parse(`${day}T${hour}:${minute}:${second}.${ms}Z`);
}
