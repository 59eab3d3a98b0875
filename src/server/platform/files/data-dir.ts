import { mkdir, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { codeOf, folderError } from '../start-errors.ts';
import { stagingName, syncFolder } from './local-folders.ts';

/** Not by `recursive`: where the system makes no folders (`/proc`), Node tries again without end. */
async function makeFolder(folder: string): Promise<void> {
  try {
    if ((await stat(folder)).isDirectory()) return;
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
    if (path.dirname(folder) !== folder) await makeFolder(path.dirname(folder));
  }
  try {
    await mkdir(folder);
    await syncFolder(path.dirname(folder));
  } catch (error) {
    // Another process that starts at the same moment was faster.
    const isThere = codeOf(error) === 'EEXIST' && (await stat(folder)).isDirectory();
    if (!isThere) throw error;
  }
}

/**
 * Makes the data folder if it is absent, and proves that it can be written. A full disk is no reason not to start: what
 * is there can be read.
 * @throws SettingsError in one line
 */
export async function prepareDataDir(folder: string): Promise<void> {
  try {
    await makeFolder(folder);
    const probe = path.join(folder, `.${stagingName('probe')}`);
    await writeFile(probe, '');
    await rm(probe, { force: true });
  } catch (error) {
    if (['ENOSPC', 'EDQUOT'].includes(codeOf(error))) return;
    throw folderError(folder, error);
  }
}
