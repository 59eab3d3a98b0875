import { link, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { syncFolder } from './local-folders.ts';

/** The name of a file between its address and its end. */
const leaving = '.leaving';

const isCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code;

/** Gives a file its address again; a newer one that has come there meanwhile stays. */
async function restore(away: string): Promise<void> {
  await link(away, away.slice(0, -leaving.length)).catch((error: unknown) => {
    if (!isCode(error, 'EEXIST') && !isCode(error, 'ENOENT')) throw error;
  });
  await syncFolder(path.dirname(away));
  await rm(away, { force: true });
}

/** Gives files their addresses again whose removal was interrupted. */
export async function restoreRemoved(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (name.endsWith(leaving)) await restore(path.join(folder, name));
  }
}

/**
 * Removes a file unless it was written since an instant. First it is moved aside: whoever keeps equal bytes at the same
 * time either finds nothing and puts the file there, or has put it there before, which its time then tells.
 * @param keptBefore milliseconds since 1970 UTC
 * @returns whether it was removed
 */
export async function moveAside(address: string, keptBefore: number): Promise<boolean> {
  const away = address + leaving;
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
