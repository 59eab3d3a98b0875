import { opensAt } from '#contract/dates';
import { dayMs } from '#contract/durations';
import type { Writer } from '../platform/database/database.ts';
import { insertPastRecord } from '../marking/recorded/insert-past-record.ts';
import type { DemoRecord } from './read-records.ts';
import { accountOf, type DemoAccount } from './write-people.ts';

/** Marks without a file, recorded some days after each task opened. */
export async function writeRecorded(
  writer: Writer,
  records: readonly DemoRecord[],
  accounts: ReadonlyMap<string, DemoAccount>,
  starts: ReadonlyMap<string, number>,
): Promise<void> {
  const mentorId = [...accounts.values()].find(({ role }) => role === 'mentor')?.id ?? null;
  for (const { email, task, status, marks, comments } of records) {
    const start = starts.get(email);
    if (start === undefined) throw new Error(`The demo's selections.yaml does not have ${email}`);
    const accountId = accountOf(accounts, email).id;
    const at = opensAt(task, start) + 5 * dayMs;
    await insertPastRecord(writer, { accountId, task, choice: start, status, marks, comments, mentorId, at });
  }
}
