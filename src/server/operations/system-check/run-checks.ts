import type { AppContext } from '../../platform/context.ts';
import { runCheck, type CheckLine } from './check.ts';
import { databaseChecks } from './database-checks.ts';
import { nameChecks, settingsChecks } from './settings-checks.ts';
import { noteServedKey, restoredChecks } from './restored-checks.ts';
import { journalCheck } from '../journal/journal-state.ts';
import { storageChecks } from './storage-checks.ts';
import { workChecks } from './work-checks.ts';

export const checks = [
  ...databaseChecks,
  ...storageChecks,
  journalCheck,
  ...restoredChecks,
  ...nameChecks,
  ...workChecks,
  ...settingsChecks,
];

export function runChecks(context: AppContext): Promise<CheckLine[]> {
  return Promise.all(checks.map((check) => runCheck(check, context)));
}

/** Checks that database, files and keys belong together. */
export async function findMismatch(context: AppContext): Promise<CheckLine[]> {
  const lines = await Promise.all(restoredChecks.map((check) => runCheck(check, context)));
  return lines.filter(({ state }) => state !== 'ok');
}

/** For the start; never throws. */
export async function logMismatch(context: AppContext): Promise<void> {
  try {
    const lines = await findMismatch(context);
    // While stopping, every check fails.
    if (context.lifecycle.stopping.aborted) return;
    for (const { title, found, todo } of lines) context.log.warn(`${title}: ${found}. ${todo}`);
    await noteServedKey(context);
  } catch (error) {
    context.log.warn(error, 'the check of database, files and keys failed');
  }
}
