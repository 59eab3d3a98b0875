import type { Readable } from 'node:stream';
import type { FileStore } from '../../platform/files/file-store.ts';

/** Reads a part of a backup. @throws BackupDamaged when it is not there */
export type ReadPart = (part: string) => Promise<Readable>;

/**
 * Where backups lie beside each other: a folder or a bucket. Handed-in files lie there once, by the hash of their bytes,
 * and each backup names those that belong to it.
 */
export type BackupPlace = {
  /** How it is called, without secrets. */
  shown: string;
  files: FileStore;
  /** The names of backups that are complete, the oldest first. */
  list(): Promise<string[]>;
  begin(name: string): Promise<BackupDraft>;
  /** Reads the parts of a backup. */
  reader(name: string): ReadPart;
  remove(name: string): Promise<void>;
  /** Files that a rehearsal found to be damaged here; the next backup copies them again. */
  damaged: DamagedFiles;
  /**
   * Removes what backups have left that did not end, and were begun before an instant.
   * @returns whether one that was begun since is still without an end
   */
  clearUnfinished(before: number): Promise<boolean>;
  close(): Promise<void>;
};

export type DamagedFiles = {
  note(sha256: string): Promise<void>;
  list(): Promise<Set<string>>;
  forget(sha256: string): Promise<void>;
};

/** A backup that is being written. It is none until it is finished. */
export type BackupDraft = {
  write(part: string, bytes: Readable): Promise<void>;
  /** Reads a part that was written. */
  read: ReadPart;
  /** Writes the manifest, which makes the backup complete. */
  finish(manifest: string): Promise<void>;
  /** Removes what was written. */
  abandon(): Promise<void>;
};

export const manifestName = 'manifest.json';

/** Something in a backup is missing, or is not what was written. */
export class BackupDamaged extends Error {}
/** A backup cannot be made, or restored, as it was asked for; the message says why. */
export class BackupRefused extends Error {}

/** The name of a backup by its instant: sorted by name, backups are sorted by time. */
export const backupName = (instant: number): string =>
  new Date(instant).toISOString().replaceAll(/[:.]/g, '-');

export const isBackupName = (name: string): boolean => /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z$/.test(name);

/** The instant in a backup's name, in milliseconds since 1970 UTC. */
export function instantOf(name: string): number {
  const [day = '', time = ''] = name.split('T');
  const [hour, minute, second, ms] = time.replace('Z', '').split('-');
  return Date.parse(`${day}T${hour}:${minute}:${second}.${ms}Z`);
}
