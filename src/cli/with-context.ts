import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { AppContext } from '#server/platform/context';
import { commandLimits } from '#server/platform/database/engine';
import { closeContext, openContext } from '#server/platform/open-context';
import { readSettings, type Settings } from '#server/platform/settings/settings';
import { CommandFailed } from './failure-lines.ts';
import { findMissingDatabase, neededDatabase } from '#server/platform/database/missing-database';

const silent: AppContext['log'] = { info() {}, warn() {}, error() {} };

async function runIn<T>(settings: Settings, run: (context: AppContext) => Promise<T>): Promise<T> {
  const context = await openContext(settings, silent, commandLimits);
  try {
    return await run(context);
  } finally {
    await closeContext(context);
  }
}

/**
 * Runs a command with a context of its own on the portal's database and files; the portal may be running. A setting that
 * leads elsewhere by mistake makes no database there.
 * @throws CommandFailed where there is none
 */
export async function withContext<T>(run: (context: AppContext) => Promise<T>): Promise<T> {
  const settings = readSettings();
  const missing = await findMissingDatabase(settings);
  if (missing !== null)
    throw new CommandFailed(`There is no database of a portal: ${missing.found}; ${neededDatabase}.`);
  return runIn(settings, run);
}

/**
 * The same for a command that may come before the portal's first start: where nothing is, it makes a database and says so.
 * @param options.isTrial whether the command only says what it would do: it is then given an empty database that is thrown away
 * @throws CommandFailed where there is something else
 */
export async function withNewContext<T>(
  { isTrial, print }: { isTrial: boolean; print: (line: string) => void },
  run: (context: AppContext) => Promise<T>,
): Promise<T> {
  const settings = readSettings();
  const missing = await findMissingDatabase(settings);
  if (missing === null) return runIn(settings, run);
  if (!missing.isFree) {
    throw new CommandFailed(
      `There is no database of a portal, and none is made beside something else: ${missing.found}. Set DATA_DIR to the portal's folder, or to one that is empty or not there yet.`,
    );
  }
  if (!isTrial) {
    print(`There was no database of a portal yet: ${missing.found}. A new one is made there.`);
    return runIn(settings, run);
  }
  const folder = await mkdtemp(path.join(tmpdir(), 'capstone-trial-'));
  try {
    print(`There is no database of a portal yet: ${missing.found}. This is compared with an empty one.`);
    return await runIn({ ...settings, dataDir: folder, databaseUrl: null, storage: null }, run);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
