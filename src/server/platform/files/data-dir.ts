import { rm, stat, writeFile, chmod, lstat, readdir } from 'node:fs/promises';
import path from 'node:path';
import type { AppContext } from '../context.ts';
import { codeOf, ifPresent } from '../error-code.ts';
import { folderError } from '../start-errors.ts';
import { makeFolder, privateFile, privateFolder, stagingName } from './local-folders.ts';
import type { Stats } from 'node:fs';

/** The operator sets their permissions. */
const ofOperator = /^(?:terms|privacy)(?:\.[\w-]+)?\.md$/;

const isLoose = ({ mode }: Stats): boolean => (mode & 0o077) !== 0;
const isSticky = ({ mode }: Stats): boolean => (mode & 0o1000) !== 0;

async function setMode(entry: string, mode: number): Promise<void> {
  await chmod(entry, mode).catch((error: unknown) => {
    if (!['ENOENT', 'EPERM', 'ENOTSUP', 'ENOSYS', 'EROFS'].includes(codeOf(error))) throw error;
  });
}

/**
 * The folder last: later starts skip the contents of a private one. @returns the number of open files and
 * folders
 */
async function close(entry: string, found: Stats, owner: number): Promise<number> {
  if (found.uid !== owner || !isLoose(found)) return 0;
  let closed = 1;
  if (found.isDirectory()) {
    // Another process's temporary file may vanish.
    for (const name of (await ifPresent(readdir(entry))) ?? []) {
      const inside = path.join(entry, name);
      const entryInside = await ifPresent(lstat(inside));
      if (entryInside === null || entryInside.isSymbolicLink()) continue;
      closed += await close(inside, entryInside, owner);
    }
  }
  await setMode(entry, found.isDirectory() ? privateFolder : privateFile);
  return closed;
}

/** Also what earlier versions left open. Skips other users' files and shared folders such as `/tmp`. */
export async function closeToOthers(dataDir: string, log: Pick<AppContext['log'], 'warn'>): Promise<void> {
  const owner = process.geteuid?.();
  // Windows inherits permissions.
  if (owner === undefined || process.platform === 'win32') return;
  const folder = await stat(dataDir);
  const isOwn = folder.uid === owner && !isSticky(folder);
  let closed = 0;
  for (const name of await readdir(dataDir)) {
    if (ofOperator.test(name)) continue;
    // `files` may be a link to a larger disk.
    const entry = path.join(dataDir, name);
    const found = await ifPresent(stat(entry));
    if (found !== null) closed += await close(entry, found, owner);
  }
  if (isOwn && isLoose(folder)) {
    await setMode(dataDir, privateFolder);
    closed += 1;
  }
  if (isLoose(await stat(dataDir))) {
    log.warn(
      `Other users of this machine can read ${dataDir}. Give the portal a folder of its own (mode 0700).`,
    );
  } else if (closed > 0) {
    log.warn(
      `Other users of this machine could read ${closed === 1 ? '1 file or folder' : `${closed} files and folders`} of ${dataDir}. Only the portal can now.`,
    );
  }
}

/** Starts on a full disk, for reads. @throws SettingsError in one line */
export async function prepareDataDir(folder: string, log: Pick<AppContext['log'], 'warn'>): Promise<void> {
  try {
    await makeFolder(folder);
    const probe = path.join(folder, `.${stagingName('probe')}`);
    await writeFile(probe, '', { mode: privateFile });
    await rm(probe, { force: true });
    await closeToOthers(folder, log);
  } catch (error) {
    if (['ENOSPC', 'EDQUOT'].includes(codeOf(error))) return;
    throw folderError(folder, error);
  }
}
