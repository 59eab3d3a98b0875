import { mkdir, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { AppContext } from '../context.ts';
import { codeOf } from '../error-code.ts';
import { folderError } from '../start-errors.ts';
import { closeToOthers, privateFile, privateFolder } from './private-files.ts';
import { stagingName, syncFolder } from './local-folders.ts';

/** Not `recursive`: where the system refuses new folders (`/proc`), Node retries forever. */
async function makeFolder(folder: string): Promise<void> {
  try {
    if ((await stat(folder)).isDirectory()) return;
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
    if (path.dirname(folder) !== folder) await makeFolder(path.dirname(folder));
  }
  try {
    await mkdir(folder, privateFolder);
    await syncFolder(path.dirname(folder));
  } catch (error) {
    // Another process may have made it.
    const isThere = codeOf(error) === 'EEXIST' && (await stat(folder)).isDirectory();
    if (!isThere) throw error;
  }
}

/**
 * Also starts on a full disk, since data can still be read.
 * @throws SettingsError in one line
 */
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
