import type { AppContext } from '../../platform/context.ts';
import { runCheck, type DoctorLine } from './check.ts';
import { databaseChecks } from './database-checks.ts';
import { nameChecks } from './name-checks.ts';
import { restoredChecks } from './restored-checks.ts';
import { noteNewestSubmission } from './newest-submission.ts';
import { noteServedKey } from './served-key.ts';
import { settingsChecks } from './settings-checks.ts';
import { storageChecks } from './storage-checks.ts';
import { workChecks } from './work-checks.ts';

/** Everything that is looked at, for the command and for the screen. */
export const checks = [
  ...databaseChecks,
  ...storageChecks,
  ...restoredChecks,
  ...nameChecks,
  ...workChecks,
  ...settingsChecks,
];

/** Runs every check; what fails fails alone. */
export function runChecks(context: AppContext): Promise<DoctorLine[]> {
  return Promise.all(checks.map((check) => runCheck(check, context)));
}

/** Where database, files and keys do not belong together. */
export async function findMismatch(context: AppContext): Promise<DoctorLine[]> {
  const lines = await Promise.all(restoredChecks.map((check) => runCheck(check, context)));
  return lines.filter(({ state }) => state !== 'ok');
}

/** At the start: says in the log what does not belong together. It hinders nothing. */
export async function tellOfMismatch(context: AppContext): Promise<void> {
  try {
    const lines = await findMismatch(context);
    // Asked to stop meanwhile, it has found everything closed.
    if (context.lifecycle.stopping.aborted) return;
    for (const { title, found, todo } of lines) context.log.warn(`${title}: ${found}. ${todo}`);
    await noteServedKey(context);
    await noteNewestSubmission(context);
  } catch (error) {
    context.log.warn(error, 'what belongs together could not be compared');
  }
}
