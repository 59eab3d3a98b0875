import { chmod, lstat, readdir, stat } from 'node:fs/promises';
import type { Stats } from 'node:fs';
import path from 'node:path';
import type { AppContext } from '../context.ts';
import { codeOf } from '../start-errors.ts';

/** Modes of what the portal makes: no other user of the machine reads names, hand-ins, password hashes or keys. */
export const privateFolder = 0o700;
export const privateFile = 0o600;

/** What the operator keeps in the folder, for readers of their own choice. */
const ofOperator = new Set(['terms.md', 'privacy.md']);

const isLoose = ({ mode }: Stats): boolean => (mode & 0o077) !== 0;
const isSticky = ({ mode }: Stats): boolean => (mode & 0o1000) !== 0;

/** What vanishes meanwhile is another process's temporary file. */
async function ifThere<T>(found: Promise<T>): Promise<T | null> {
  try {
    return await found;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  }
}

/** A file system without such rights is no reason not to start. */
async function setMode(entry: string, mode: number): Promise<void> {
  await chmod(entry, mode).catch((error: unknown) => {
    if (!['ENOENT', 'EPERM', 'ENOTSUP', 'ENOSYS', 'EROFS'].includes(codeOf(error))) throw error;
  });
}

/**
 * Closes a file, or a folder with everything in it. The contents come first: a folder that is closed shows that they are, so
 * that later starts need not look at a hundred thousand files.
 * @returns how many files and folders were open
 */
async function close(entry: string, found: Stats, owner: number): Promise<number> {
  if (found.uid !== owner || !isLoose(found)) return 0;
  let closed = 1;
  if (found.isDirectory()) {
    for (const name of (await ifThere(readdir(entry))) ?? []) {
      const inside = path.join(entry, name);
      const entryInside = await ifThere(lstat(inside));
      if (entryInside === null || entryInside.isSymbolicLink()) continue;
      closed += await close(inside, entryInside, owner);
    }
  }
  await setMode(entry, found.isDirectory() ? privateFolder : privateFile);
  return closed;
}

/**
 * Closes the data folder, and what lies in it from earlier versions, to the other users of the machine, with a line in the
 * log. What belongs to somebody else stays as it is, and folders that the system shares, such as `/tmp`.
 */
export async function closeToOthers(dataDir: string, log: Pick<AppContext['log'], 'warn'>): Promise<void> {
  const owner = process.geteuid?.();
  // Windows has other rights, which go with the folder's place.
  if (owner === undefined || process.platform === 'win32') return;
  const folder = await stat(dataDir);
  const isOwn = folder.uid === owner && !isSticky(folder);
  let closed = 0;
  for (const name of await readdir(dataDir)) {
    if (ofOperator.has(name)) continue;
    // `files` may be a link to a larger disk.
    const entry = path.join(dataDir, name);
    const found = await ifThere(stat(entry));
    if (found !== null) closed += await close(entry, found, owner);
  }
  if (isOwn && isLoose(folder)) {
    await setMode(dataDir, privateFolder);
    closed += 1;
  }
  // Some file systems take a mode and keep their own.
  if (isLoose(await stat(dataDir))) {
    log.warn(
      `Other users of this machine can look into ${dataDir}: give the portal a folder of its own (mode 0700).`,
    );
  } else if (closed > 0) {
    log.warn(
      `Other users of this machine could read ${closed === 1 ? '1 file or folder' : `${closed} files and folders`} of ${dataDir}: ${closed === 1 ? 'it is' : 'they are'} closed to them now.`,
    );
  }
}
