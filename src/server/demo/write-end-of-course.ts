import { demoEmail } from '#contract/demo-accounts';
import { dayMs } from '#contract/durations';
import { issuePast } from '../certificates/issue-certificates.ts';
import { batchByName } from '../courses/batch-queries.ts';
import type { Writer } from '../platform/database/database.ts';
import { readNextFreeze } from '../results/freezes/next-freeze.ts';
import type { Signing } from '../results/freezes/sign-sheet.ts';
import { writeFreeze } from '../results/freezes/write-freeze.ts';
import { accountOf, type DemoAccount } from './write-people.ts';

/** The old batch has a frozen sheet, with one student absent and one incomplete; `past` has a certificate. */
export async function writeEndOfCourse(
  writer: Writer,
  accounts: ReadonlyMap<string, DemoAccount>,
  { now, ...signing }: Signing,
): Promise<void> {
  const batch = await batchByName(writer, 'MERN-2024-03');
  const by = { accountId: accountOf(accounts, demoEmail('admin')).id, name: 'Suresh Nambiar' };
  const next = await readNextFreeze(writer, batch);
  const frozen = { batch, next, chosen: next.students, reason: '', by };
  await writeFreeze(writer, frozen, { ...signing, now: now - 690 * dayMs });
  const { id } = accountOf(accounts, demoEmail('past'));
  const paper = { batch, accountId: id, line: 'Rahul Babu', actorId: by.accountId };
  await issuePast(writer, paper, { ...signing, now: now - 685 * dayMs });
}
