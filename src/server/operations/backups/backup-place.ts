import type { Readable } from 'node:stream';
import type { FileStore } from '../../platform/files/file-store.ts';

/** @throws BackupDamaged without it */
export type ReadPart = (part: string) => Promise<Readable>;

/** Files are stored once, by SHA-256; each backup lists its own. */
export type BackupPlace = {
  /** Its address without secrets. */
  shown: string;
  files: FileStore;
  /** Names of complete backups, oldest first. */
  list(): Promise<string[]>;
  begin(name: string): Promise<BackupDraft>;
  reader(name: string): ReadPart;
  remove(name: string): Promise<void>;
  /** Copied again by the next backup. */
  damaged: DamagedFiles;
  journal: JournalPlace;
  /** Begun before an instant. @returns whether a younger one is unfinished */
  clearUnfinished(before: number): Promise<boolean>;
  close(): Promise<void>;
};

/** Of a line, by its number in the place; the highest holds the place. */
export type Claim = { number: number; line: string; at: string };

/** `journal/000002.json` claims the place for a line, whose segments are in `journal/LINE/`. */
export type JournalPlace = {
  /** By number. */
  claims(): Promise<Claim[]>;
  /** @returns whether nobody else has that number */
  claim(claim: Claim): Promise<boolean>;
  /** Whole or not at all, and durable. */
  write(line: string, name: string, bytes: Readable): Promise<void>;
  /** Names of segments, sorted. */
  list(line: string): Promise<string[]>;
  /** @throws BackupDamaged without it */
  read(line: string, name: string): Promise<Readable>;
  remove(line: string, name: string): Promise<void>;
  /** Segments first, then its claim. */
  removeLine(claim: Claim): Promise<void>;
};

export type DamagedFiles = {
  note(sha256: string): Promise<void>;
  list(): Promise<Set<string>>;
  forget(sha256: string): Promise<void>;
};

export type BackupDraft = {
  write(part: string, bytes: Readable): Promise<void>;
  read: ReadPart;
  /** The manifest makes the backup complete. */
  finish(manifest: string): Promise<void>;
  abandon(): Promise<void>;
};

export const manifestName = 'manifest.json';

export class BackupDamaged extends Error {}
export class BackupRefused extends Error {}

export const backupName = (instant: number): string =>
  new Date(instant).toISOString().replaceAll(/[:.]/g, '-');

/** After all `names` of the place, also where the clock went back: the last name is always the newest backup. */
export function nextBackupName(names: readonly string[], now: number): string {
  const last = names.at(-1);
  return backupName(last === undefined ? now : Math.max(now, instantOf(last) + 1));
}

export const isBackupName = (name: string): boolean => /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z$/.test(name);

/** Milliseconds since 1970 UTC; later than the backup was made where the clock went back. */
function instantOf(name: string): number {
  const [day = '', time = ''] = name.split('T');
  const [hour, minute, second, ms] = time.replace('Z', '').split('-');
  return Date.parse(`${day}T${hour}:${minute}:${second}.${ms}Z`);
}
