import { shownName } from '#contract/accounts/person-name';
import { staffAddress } from '#contract/marking/staff-view';
import { mentorAccounts } from '../courses/batch-queries.ts';
import { notify } from '../notices/notify.ts';
import type { Writer } from '../platform/database/database.ts';

/** Opens the submission. @param what the student did. @param accounts by default the batch's mentors */
export async function notifyMentors(
  writer: Writer,
  kind: 'new-version' | 'second-look',
  student: { name: string; batch: { id: number; name: string } | null },
  {
    what,
    number,
    at,
    accounts,
  }: { what: string; number: string; at: number; accounts?: readonly number[] | undefined },
): Promise<void> {
  const { name, batch } = student;
  if (batch === null) return;
  await notify(writer, {
    kind,
    event: number,
    accounts: accounts ?? (await mentorAccounts(writer, batch.id)),
    about: `desk:${number}`,
    text: `${shownName(name)} ${what}`,
    href: staffAddress({ batch: batch.name, open: number }),
    now: at,
  });
}
