import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { BackupPlace } from '#server/operations/backups/backup-place';
import { applyAppearance, readAppearance } from '#server/catalogue/appearance/appearance';
import { applyMailWords } from '#server/catalogue/mail-words/stored-words';
import { openPlace } from '#server/operations/backups/open-place';
import type { AppContext } from '#server/platform/context';
import { commandLimits } from '#server/platform/database/engine';
import { findMissingDatabase, neededDatabase } from '#server/platform/database/missing-database';
import { closeContext, openContext } from '#server/platform/open-context';
import { readSettings, type Settings } from '#server/platform/settings/settings';
import { CommandFailed } from './failure-lines.ts';

const silent: AppContext['log'] = { info() {}, warn() {}, error() {} };

async function runIn<T>(settings: Settings, run: (context: AppContext) => Promise<T>): Promise<T> {
  const context = await openContext(settings, silent, commandLimits);
  try {
    applyAppearance(settings, await readAppearance(context.database.reader));
    await applyMailWords(settings, context.database.reader);
    return await run(context);
  } finally {
    await closeContext(context);
  }
}

/**
 * The portal may be running. Never creates a database, so that a wrong setting cannot start an empty portal.
 * @throws CommandFailed without a database
 */
export async function withContext<T>(run: (context: AppContext) => Promise<T>): Promise<T> {
  const settings = readSettings();
  const missing = await findMissingDatabase(settings);
  if (missing !== null)
    throw new CommandFailed(`No portal database found: ${missing.found}; ${neededDatabase}.`);
  return runIn(settings, run);
}

/**
 * Creates a database where there is none: for commands that may run before the portal's first start.
 * @param options.isTrial creates a temporary one instead
 * @throws CommandFailed where the place holds something else
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
      `No portal database found, and none was created next to other files: ${missing.found}. Set DATA_DIR to the portal's folder, or to an empty or new one.`,
    );
  }
  if (!isTrial) {
    print(`No portal database found: ${missing.found}. A new one is created there.`);
    return runIn(settings, run);
  }
  const folder = await mkdtemp(path.join(tmpdir(), 'capstone-trial-'));
  try {
    print(`No portal database found: ${missing.found}. Comparing with an empty one.`);
    return await runIn({ ...settings, dataDir: folder, databaseUrl: null, storage: null }, run);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** @param target by default BACKUP_TARGET */
export async function withPlace<T>(
  target: string | undefined,
  settings: Settings,
  { mustExist }: { mustExist: boolean },
  run: (place: BackupPlace) => Promise<T>,
): Promise<T> {
  const chosen = target ?? settings.backupTarget;
  if (chosen === null)
    throw new CommandFailed('Give a folder or s3://bucket/folder, or set BACKUP_TARGET to the usual one.');
  const place = await openPlace(chosen, settings, silent, { mustExist });
  try {
    return await run(place);
  } finally {
    await place.close();
  }
}
