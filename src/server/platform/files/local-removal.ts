import { link, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { syncFolder } from './local-folders.ts';

const removingSuffix = '.leaving';

const isCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code;

/** A newer file at its path stays. */
async function restore(away: string): Promise<void> {
  await link(away, away.slice(0, -removingSuffix.length)).catch((error: unknown) => {
    if (!isCode(error, 'EEXIST') && !isCode(error, 'ENOENT')) throw error;
  });
  await syncFolder(path.dirname(away));
  await rm(away, { force: true });
}

/** Crash recovery. */
export async function restoreRemoved(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (name.endsWith(removingSuffix)) await restore(path.join(folder, name));
  }
}

/**
 * Removes a file unless it was written since an instant. Moving it aside closes a race: a concurrent `keep`
 * of equal bytes stores them again, or stored them before, which the mtime shows.
 * @param keptBefore milliseconds since 1970 UTC
 * @returns whether it was removed
 */
export async function moveAside(address: string, keptBefore: number): Promise<boolean> {
  const away = address + removingSuffix;
  try {
    await rename(address, away);
  } catch (error) {
    if (isCode(error, 'ENOENT')) return false;
    throw error;
  }
  if ((await stat(away)).mtimeMs >= keptBefore) {
    await restore(away);
    return false;
  }
  await rm(away, { force: true });
  await syncFolder(path.dirname(address));
  return true;
}
