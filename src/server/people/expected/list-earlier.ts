import { setImmediate as nextTurn } from 'node:timers/promises';
import { hourMs } from '#contract/durations';
import { importedAfter, touchImported } from '../../accounts/imported-profiles.ts';
import type { Database } from '../../platform/database/database.ts';
import { periodicJob } from '../../platform/jobs/job.ts';
import { unlistAccounts } from './unlist-accounts.ts';

const emailsAtOnce = 500;

/**
 * Lists whom an earlier version has imported: the triggers of a changed batch decide again.
 */
export async function listEarlier(
  { reader, nonDurableTransaction }: Database,
  signal: AbortSignal = new AbortController().signal,
): Promise<void> {
  for (let after = ''; !signal.aborted;) {
    const emails = await importedAfter(reader, after, emailsAtOnce);
    const last = emails.at(-1);
    if (last === undefined) return;
    after = last;
    const listed = await reader
      .selectFrom('expected_people')
      .where('email', 'in', emails)
      .select('email')
      .execute();
    const known = new Set(listed.map(({ email }) => email));
    const missing = emails.filter((email) => !known.has(email));
    if (missing.length > 0) await nonDurableTransaction((writer) => touchImported(writer, missing));
    await nextTurn();
  }
}

export const listEarlierJob = periodicJob('list-imported', hourMs, async ({ database }, signal) => {
  await listEarlier(database, signal);
  await unlistAccounts(database, signal);
});
